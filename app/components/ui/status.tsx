import { type ReactNode, useState } from "react";
import { useHydrated } from "../../lib/use-hydrated";

/** A message about something that went well or is worth knowing; it can be put away where scripts run. */
export function Status({ tone = "good", children }: { tone?: "good" | "note"; children: ReactNode }) {
  const [dismissed, setDismissed] = useState(false);
  const hydrated = useHydrated();
  if (dismissed) return null;
  return (
    <div className={`status is-${tone}`} role="status">
      <span>{children}</span>
      {hydrated && (
        <button type="button" className="link-button toggle" onClick={() => setDismissed(true)}>
          Dismiss
        </button>
      )}
    </div>
  );
}
