import { useEffect } from "react";
import { useNavigate } from "react-router";

/** Rendered when the session turns out to have ended after streaming began, too late for a redirect. It navigates to the sign-in page. */
export function SessionEnded() {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate("/login?ended", { replace: true });
  }, [navigate]);
  return null;
}
