import { expect, test, vi } from "vitest";
import { FILE_MESSAGES } from "../../../../app/contract/files";
import { chosenFile, deleteUploadedFile, uploadFormFile } from "../../../../app/uploads/form-upload.server";

const MAX_BYTES = 30_000_000;
const pdf = () => new File(["%PDF-1.7 Asha"], "Asha résumé.pdf", { type: "application/pdf" });

const created = () => new Response(null, { status: 201, headers: { Location: "/api/files/f1?ticket=t%2B1" } });
const errorResponse = (type: string, code: number) =>
  Response.json({ error: { code, type, message: "no", requestId: "r1" } }, { status: code });

test("the file of a form is created and sent in one PATCH", async () => {
  const api = vi
    .fn<(path: string, init?: RequestInit) => Promise<Response>>()
    .mockResolvedValueOnce(created())
    .mockResolvedValueOnce(new Response(null, { status: 204 }));
  const file = pdf();
  expect(await uploadFormFile(api, "resume", file, MAX_BYTES)).toEqual({
    uploaded: { id: "f1", ticket: "t+1", name: "Asha résumé.pdf" },
  });
  const [[, creation], [path, sending]] = api.mock.calls as [[string, RequestInit], [string, RequestInit]];
  const metadata = new Headers(creation.headers).get("Upload-Metadata") ?? "";
  const values = metadata.split(",").map((pair) => Buffer.from(pair.split(" ")[1] ?? "", "base64").toString("utf8"));
  expect(values).toEqual(["Asha résumé.pdf", "application/pdf", "resume"]);
  expect(path).toBe("/files/f1?ticket=t%2B1");
  expect((sending.body as ArrayBuffer).byteLength).toBe(file.size);
});

test("an unacceptable file never reaches the API", async () => {
  const api = vi.fn();
  const file = new File(["hello"], "cv.pdf");
  expect(await uploadFormFile(api, "resume", file, MAX_BYTES)).toEqual({ message: FILE_MESSAGES.content });
  expect(api).not.toHaveBeenCalled();
});

test("a form's file is limited to 10 MB", async () => {
  const file = new File(["%PDF-1.7", "x".repeat(10_000_000)], "cv.pdf");
  expect(await uploadFormFile(vi.fn(), "resume", file, MAX_BYTES)).toEqual({
    message: "This file is too large. The largest we can keep is 10 MB",
  });
});

test("an error of the API becomes a message", async () => {
  const api = vi.fn().mockResolvedValueOnce(created()).mockResolvedValueOnce(errorResponse("file_empty", 422));
  expect(await uploadFormFile(api, "resume", pdf(), MAX_BYTES)).toEqual({ message: FILE_MESSAGES.empty });
});

test("a failed deletion is logged and does not throw", async () => {
  const warning = vi.spyOn(console, "warn").mockImplementation(() => {});
  await deleteUploadedFile(vi.fn().mockResolvedValue(errorResponse("backend_down", 503)), {
    id: "f1",
    ticket: "t",
    name: "a.pdf",
  });
  expect(warning).toHaveBeenCalledOnce();
  warning.mockRestore();
});

test("an empty file without a name means that none was chosen", () => {
  const form = new FormData();
  form.set("resume", new File([], ""));
  expect(chosenFile(form, "resume")).toBeNull();
  form.set("resume", pdf());
  expect(chosenFile(form, "resume")?.name).toBe("Asha résumé.pdf");
});
