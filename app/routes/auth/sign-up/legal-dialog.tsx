import { type ReactNode, useEffect, useState } from "react";
import { Dialog } from "../../../components/ui/dialog";
import { Loading } from "../../../components/ui/loading";

/** A legal text that can be read over the form. */
export interface LegalTextSource {
  title: string;
  /** Its own page. */
  path: string;
  /** Fetches the text: most who join never open it. */
  load: () => Promise<ReactNode>;
}

/** A legal text over the form. When it cannot be fetched there is a way to its own page, and the form stays as it is. */
export function LegalDialog({ text, onClose }: { text: LegalTextSource; onClose: () => void }) {
  const [body, setBody] = useState<ReactNode>(<Loading />);
  useEffect(() => {
    let isShown = true;
    const show = (loaded: ReactNode) => {
      if (isShown) setBody(loaded);
    };
    text.load().then(show, (error: unknown) => {
      console.warn("the text could not be fetched", error);
      show(<NotFetched text={text} />);
    });
    return () => {
      isShown = false;
    };
  }, [text]);
  return (
    <Dialog title={text.title} onClose={onClose}>
      {body}
    </Dialog>
  );
}

function NotFetched({ text }: { text: LegalTextSource }) {
  return (
    <p role="alert">
      This text did not get to your browser. Check your connection, then open it again, or{" "}
      <a href={text.path} target="_blank" rel="noopener">
        read it on its own page
      </a>
      . What you typed stays here.
    </p>
  );
}
