import { Form, useNavigation } from "react-router";
import { Button } from "../../components/ui/button";

interface NotLoadedProps {
  title: string;
  message: string;
  /** The page to try again. */
  path: string;
  /** True below a heading of the page. */
  isWithin?: boolean;
}

/** In place of a member's page whose data could not be read: why, and another try. */
export function NotLoaded({ title, message, path, isWithin = false }: NotLoadedProps) {
  const isBusy = useNavigation().state === "loading";
  const Heading = isWithin ? "h2" : "h1";
  return (
    <section className={isWithin ? undefined : "page-width py-section"}>
      <Heading>{title}</Heading>
      <p className="prose mt-3 text-lg text-ink-soft">{message}</p>
      <Form action={path} replace className="mt-8 print:hidden">
        <Button busy={isBusy} busyLabel="Loading...">
          Try again
        </Button>
      </Form>
    </section>
  );
}
