import { useNavigation } from "react-router";

/** True while a form that posts to this path is on its way, and until the page it leads to is there. Other forms do not count. */
export function usePosting(path: string): boolean {
  const { formMethod, formAction } = useNavigation();
  return formMethod === "POST" && formAction?.split("?")[0] === path;
}
