import { useEffect } from "react";
import { useNavigate } from "react-router";
import { TWO_STEP_SIGN_IN_PATH } from "../auth/path";

interface SessionEndedProps {
  /** True when the session has not ended, but lacks its second factor. */
  lacksFactor?: boolean;
}

/**
 * Rendered when the session turns out to have ended after streaming began, too late for a redirect. It navigates to the sign-in page, or
 * to its second step.
 */
export function SessionEnded({ lacksFactor = false }: SessionEndedProps) {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate(lacksFactor ? TWO_STEP_SIGN_IN_PATH : "/login?ended", { replace: true });
  }, [navigate, lacksFactor]);
  return null;
}
