import { useState } from "react";
import { useLocation } from "react-router";

/**
 * Keeps a result that is delivered once, such as a flash message or action data, until the next navigation. A page that is read again in
 * between gets none, since React Router drops action data then, and a flash message is consumed.
 * @param value the latest one; empty when there is none
 */
export function useUntilNavigation<Value>(value: Value): Value {
  const { key } = useLocation();
  const [kept, setKept] = useState({ key, value });
  if (kept.key === key && (!value || value === kept.value)) return kept.value;
  setKept({ key, value });
  return value;
}
