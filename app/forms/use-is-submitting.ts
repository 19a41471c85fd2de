import { useNavigation } from "react-router";

/**
 * True while a form is being posted to this path, and until the navigation after it has finished.
 * @param fields values that tell the form apart from others that post to the same path
 */
export function useIsSubmitting(path: string, fields: Readonly<Record<string, string>> = {}): boolean {
  const { formMethod, formAction, formData } = useNavigation();
  if (formMethod !== "POST" || formAction?.split("?")[0] !== path) return false;
  return Object.entries(fields).every(([name, value]) => formData?.get(name) === value);
}
