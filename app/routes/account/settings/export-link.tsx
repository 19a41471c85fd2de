import { type MouseEvent, useState } from "react";
import { Actions } from "../../../components/ui/actions";
import { buttonVariants } from "../../../components/ui/button";
import { ErrorSummary } from "../../../components/ui/error-summary";
import { fetchErrorMessage } from "../../../lib/fetch-error-message";
import { readApiError } from "../../../lib/read-api-error";
import { UNREACHABLE } from "../../../lib/unreachable";

const EXPORT_PATH = "/api/account/export";
/** How long the file is held for the browser, which may ask where to put it, and begins to read it only then. */
const HELD_MS = 10 * 60 * 1000;

/**
 * A plain link to the file. Where scripts run it is fetched first, so that a failure is said here and not saved as if it were
 * the file.
 */
export function ExportLink({ place }: { place: "section" | "aside" }) {
  const [problem, setProblem] = useState<{ message: string; attempt: number }>({ message: "", attempt: 0 });
  const [isBusy, setBusy] = useState(false);
  const onClick = async (event: MouseEvent) => {
    event.preventDefault();
    if (isBusy) return;
    setBusy(true);
    const message = await saveExport();
    setBusy(false);
    setProblem((before) => ({ message: message ?? "", attempt: before.attempt + 1 }));
  };
  return (
    <>
      {problem.message && <ErrorSummary place={place} title={problem.message} attempt={problem.attempt} />}
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

/** @returns why there is no file; null when the browser has it */
async function saveExport(): Promise<string | null> {
  try {
    const response = await fetch(EXPORT_PATH);
    if (!response.ok) {
      const error = readApiError(await response.text()) ?? { type: "internal", message: "" };
      return await fetchErrorMessage(error);
    }
    const name = /filename="([^"]+)"/.exec(response.headers.get("Content-Disposition") ?? "")?.[1];
    const address = URL.createObjectURL(await response.blob());
    const link = document.createElement("a");
    link.href = address;
    link.download = name ?? "navarambh.json";
    link.click();
    setTimeout(() => URL.revokeObjectURL(address), HELD_MS);
    return null;
  } catch (error) {
    console.warn("the export came to no answer", error);
    return UNREACHABLE;
  }
}
