import { Form, useNavigation } from "react-router";
import { Button } from "../../components/ui/button";

interface NotLoadedProps {
  title: string;
  message: string;
  /** The path of the page, which the button loads again. */
  path: string;
  /** True when the page has a heading of its own. */
  isSection?: boolean;
}

/** Shown instead of a page whose data could not be loaded. */
export function NotLoaded({ title, message, path, isSection = false }: NotLoadedProps) {
  const isBusy = useNavigation().state === "loading";
  const Heading = isSection ? "h2" : "h1";
  return (
    <section className={isSection ? undefined : "page-width py-section"}>
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
