import { useState } from "react";
import { type Location, useLocation } from "react-router";

/**
 * Keeps a result that is delivered once, such as a flash message or action data, until the next navigation. A page that is read again in
 * between gets none, since React Router drops action data then, and a flash message is consumed. A link to a part of the page, such as
 * "Skip to the content", is no navigation.
 * @param value the latest one; empty when there is none
 */
export function useUntilNavigation<Value>(value: Value): Value {
  const location = useLocation();
  const [kept, setKept] = useState({ location, value });
  if (isSameVisit(kept.location, location) && (!value || value === kept.value)) return kept.value;
  setKept({ location, value });
  return value;
}

function isSameVisit(before: Location, now: Location): boolean {
  if (before.key === now.key) return true;
  return before.pathname === now.pathname && before.search === now.search && now.hash !== "";
}
