import { useNavigation } from "react-router";

/**
 * True while a form that posts to this path is on its way, and until the page it leads to is there. Other forms do not count.
 * @param fields of several forms that post to one path, the one that has these
 */
export function useIsSubmitting(path: string, fields: Readonly<Record<string, string>> = {}): boolean {
  const { formMethod, formAction, formData } = useNavigation();
  if (formMethod !== "POST" || formAction?.split("?")[0] !== path) return false;
  return Object.entries(fields).every(([name, value]) => formData?.get(name) === value);
}
