import { renderToStaticMarkup } from "react-dom/server";
import { MemoryRouter } from "react-router";
import { expect, test } from "vitest";
import type { ProfileFile } from "../../../../../../app/contract/account";
import type { FileState } from "../../../../../../app/routes/account/account-state";
import { FilePanel } from "../../../../../../app/routes/account/file/file-panel";

const file: ProfileFile = {
  id: "f1",
  kind: "resume",
  name: "cv.pdf",
  size: 1_234_567,
  uploadedAt: "2026-01-15T10:00:00Z",
};

function panel(role: string, ids: { resumeId?: string; portfolioId?: string }, state: FileState): string {
  const markup = renderToStaticMarkup(
    <MemoryRouter>
      <FilePanel role={role} profile={{ resumeId: null, portfolioId: null, ...ids }} file={state} />
    </MemoryRouter>,
  );
  return markup.replace(/<[^>]+>/g, " ").replace(/\s+/g, " ");
}

test("the panel shows a file's name, size and date", () => {
  const text = panel("Student", { resumeId: "f1" }, { kind: "known", file });
  expect(text).toContain("cv.pdf 1.2 MB, here since 15 January 2026. Only you can download it.");
  expect(text).toMatch(/Download.*Replace.*Delete/);
});

test("the panel explains what happens to a file of an earlier role", () => {
  const text = panel("Mentor", { resumeId: "f1" }, { kind: "known", file });
  expect(text).toContain("Résumé");
  expect(text).toContain("It stays until you replace it with a portfolio or delete it.");
});

test("a file whose name could not be loaded can still be downloaded", () => {
  const text = panel("Student", { resumeId: "f1" }, { kind: "failed" });
  expect(text).toContain("Your résumé Its name and size could not be looked up just now.");
  // The request failed, so the page must not say that the file is safe.
  expect(text).not.toContain("safe");
  expect(text).toMatch(/Download.*Replace.*Delete/);
});

test("a file that the backend has lost is not offered for download", () => {
  const lost = { ...file, name: null, size: null, uploadedAt: null };
  const text = panel("Student", { resumeId: "f1" }, { kind: "known", file: lost });
  expect(text).toContain("Your résumé We no longer have this file.");
  expect(text).not.toContain("Download");
});

test("without a file the panel offers to add the kind of file for the role", () => {
  expect(panel("Student", {}, { kind: "known", file: null })).toContain("No résumé yet.");
  expect(panel("Investor", {}, { kind: "failed" })).toContain("Add your portfolio");
});
