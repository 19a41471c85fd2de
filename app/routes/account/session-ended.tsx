import { useEffect } from "react";
import { useNavigate } from "react-router";

/** In place of what a dead session may not see: renders nothing, and leaves for the page that clears the cookie. */
export function SessionEnded() {
  const navigate = useNavigate();
  useEffect(() => {
    void navigate("/login?ended", { replace: true });
  }, [navigate]);
  return null;
}
