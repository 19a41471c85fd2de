import { type FormEvent, type ReactNode, useState } from "react";
import { setNotice } from "../lib/notice";
import { type SignOutScope, signOut } from "../lib/sign-out";

interface SignOutFormProps {
  /** The classes of the button. */
  className: string;
  label?: ReactNode;
  busyLabel?: string;
  scope?: SignOutScope;
}

/** A button that signs out. It is in a form, so that it works without JavaScript and before hydration. */
export function SignOutForm({
  className,
  label = "Logout",
  busyLabel = "Logging out...",
  scope = "everywhere",
}: SignOutFormProps) {
  const [isBusy, setBusy] = useState(false);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setNotice(null);
    const error = await signOut(scope);
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
