import { type MouseEvent, useState } from "react";
import { Actions } from "../../../components/ui/actions";
import { buttonVariants } from "../../../components/ui/button";
import { ErrorSummary } from "../../../components/ui/error-summary";
import { fetchErrorMessage } from "../../../lib/fetch-error-message";
import { readApiError } from "../../../lib/read-api-error";
import { UNREACHABLE } from "../../../lib/unreachable";

const EXPORT_PATH = "/api/account/export";
/** How long the object URL stays valid. The browser may first ask where to save the file, and reads it only then. */
const OBJECT_URL_MS = 10 * 60 * 1000;

/**
 * A link to the data export. With JavaScript the file is fetched first, so that an error is shown on the page and not downloaded as the
 * file.
 */
export function ExportLink({ place }: { place: "section" | "aside" }) {
  const [error, setError] = useState<{ message: string; attempt: number }>({ message: "", attempt: 0 });
  const [isBusy, setBusy] = useState(false);
  const onClick = async (event: MouseEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const message = await saveExport();
    setBusy(false);
    setError((previous) => ({ message: message ?? "", attempt: previous.attempt + 1 }));
  };
  return (
    <>
      {error.message && <ErrorSummary place={place} title={error.message} attempt={error.attempt} />}
      <Actions as="p" className={place === "aside" ? "mt-5" : undefined}>
        <a
          className={buttonVariants({ variant: "outline", canWait: true })}
          href={EXPORT_PATH}
          onClick={onClick}
          aria-disabled={isBusy || undefined}
        >
          {isBusy ? "Gathering your data..." : "Download my data"}
        </a>
      </Actions>
    </>
  );
}

/** Fetches the export and starts its download. @returns the error message; null on success */
async function saveExport(): Promise<string | null> {
  try {
    const response = await fetch(EXPORT_PATH);
    if (!response.ok) {
      const error = readApiError(await response.text()) ?? { type: "internal", message: "" };
      return await fetchErrorMessage(error);
    }
    const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
    const url = URL.createObjectURL(await response.blob());
    const link = document.createElement("a");
    link.href = url;
    link.download = name ?? "navarambh.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(url), OBJECT_URL_MS);
    return null;
  } catch (error) {
    console.warn("the export could not be fetched", error);
    return UNREACHABLE;
  }
}
