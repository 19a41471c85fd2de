import { type FormEvent, type ReactNode, useState } from "react";
import { type LogOutScope, logOut } from "../lib/log-out";
import { setNotice } from "../lib/notice";

interface LogOutFormProps {
  /** The classes of the button. */
  className: string;
  label?: ReactNode;
  busyLabel?: string;
  scope?: LogOutScope;
}

/** A button that signs out. It is in a form, so that it works without JavaScript and before hydration. */
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
    const error = await logOut(scope);
    // After success the button stays busy until the next document replaces this one.
    if (!error) return;
    setBusy(false);
    setNotice(error);
  };
  return (
    <form method="post" action={scope === "here" ? "/logout?here" : "/logout"} onSubmit={onSubmit}>
      <button className={className} type="submit" aria-disabled={isBusy || undefined}>
        {isBusy ? busyLabel : label}
      </button>
    </form>
  );
}
