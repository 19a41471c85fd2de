import { useLocation } from "react-router";
import { useHydrated } from "./use-hydrated";

/** What a link hands to a page that asks for the e-mail. It travels in the history's state: an address would end up in logs. */
export interface CarriedEmail {
  email: string;
}

/** The e-mail that the link to this page handed over, or "": nothing before hydration, since the server does not know of it. */
export function useCarriedEmail(): string {
  const { state } = useLocation() as { state: Partial<CarriedEmail> | null };
  const hydrated = useHydrated();
  return hydrated && typeof state?.email === "string" ? state.email : "";
}
