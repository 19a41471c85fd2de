import { type FormEvent, type ReactNode, useState } from "react";
import { type LogOutScope, logOut } from "../lib/log-out";
import { setNotice } from "../lib/notice";

interface LogOutFormProps {
  /** How its button looks, which depends on where it stands. */
  className: string;
  label?: ReactNode;
  busyLabel?: string;
  scope?: LogOutScope;
}

/** Logging out is a form, so that it works before and without JavaScript. */
export function LogOutForm({
  className,
  label = "Logout",
  busyLabel = "Logging out...",
  scope = "everywhere",
}: LogOutFormProps) {
  const [isBusy, setBusy] = useState(false);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setNotice(null);
    const problem = await logOut(scope);
    // After success the button stays as it is until the next document is there.
    if (!problem) return;
    setBusy(false);
    setNotice(problem);
  };
  return (
    <form method="post" action={scope === "here" ? "/logout?here" : "/logout"} onSubmit={onSubmit}>
      <button className={className} type="submit" aria-disabled={isBusy || undefined}>
        {isBusy ? busyLabel : label}
      </button>
    </form>
  );
}
