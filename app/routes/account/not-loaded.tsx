import { Form, useNavigation } from "react-router";
import { Button } from "../../components/ui/button";

interface NotLoadedProps {
  title: string;
  words: string;
  /** The page to try again. */
  path: string;
}

/** In place of a member's page whose data could not be read: why, and another try. */
export function NotLoaded({ title, words, path }: NotLoadedProps) {
  const isBusy = useNavigation().state === "loading";
  return (
    <section className="page section">
      <h1>{title}</h1>
      <p className="lead soft prose">{words}</p>
      <Form action={path} replace className="actions mt-8">
        <Button busy={isBusy} busyLabel="Loading...">
          Try again
        </Button>
      </Form>
    </section>
  );
}
