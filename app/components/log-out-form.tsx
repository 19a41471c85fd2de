import { type FormEvent, useState } from "react";
import { logOut } from "../lib/log-out";
import { setNotice } from "../lib/notice";

/**
 * Logging out is a form, so that it works before and without JavaScript.
 * @param buttonClass how its button looks, which depends on where it stands
 */
export function LogOutForm({ buttonClass }: { buttonClass: string }) {
  const [isBusy, setBusy] = useState(false);
  const onSubmit = async (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    setNotice(null);
    const problem = await logOut();
    // After success the button stays as it is until the next document is there.
    if (!problem) return;
    setBusy(false);
    setNotice(problem);
  };
  return (
    <form method="post" action="/logout" onSubmit={onSubmit}>
      <button className={buttonClass} type="submit" aria-disabled={isBusy || undefined}>
        {isBusy ? "Logging out..." : "Logout"}
      </button>
    </form>
  );
}
