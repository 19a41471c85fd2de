import { useLocation } from "react-router";
import { useHydrated } from "./use-hydrated";

/** The `state` of a link to a page that asks for the e-mail. The e-mail is not in the URL, which would end up in logs. */
export interface CarriedEmail {
  email: string;
}

/** The e-mail from the state of the link to this page, or "". It is "" before hydration: the server does not have the state. */
export function useCarriedEmail(): string {
  const { state } = useLocation() as { state: Partial<CarriedEmail> | null };
  const hydrated = useHydrated();
  return hydrated && typeof state?.email === "string" ? state.email : "";
}
