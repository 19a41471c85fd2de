import { Form } from "react-router";
import { useOnce } from "../lib/use-once";
import { usePosting } from "../lib/use-posting";

/**
 * Logging out is a form, so that it works before and without JavaScript; `replace` keeps the page left behind out of the history.
 * @param buttonClass how its button looks, which depends on where it stands
 */
export function LogOutForm({ buttonClass }: { buttonClass: string }) {
  const isBusy = usePosting("/logout");
  return (
    <Form method="post" action="/logout" replace onSubmit={useOnce(isBusy)}>
      <button className={buttonClass} type="submit" aria-disabled={isBusy || undefined}>
        {isBusy ? "Logging out..." : "Logout"}
      </button>
    </Form>
  );
}
