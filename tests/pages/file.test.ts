// The pages for a member's file, as the server renders them.
import { expect, test } from "vitest";
import { getPage, postForm } from "../support/http";
import { createPerson, signUpOverApi } from "../support/people";
import { useServer } from "../support/product";
import { fileBytes } from "../support/test-files";

const server = useServer();

/** A student with a résumé. */
async function studentWithFile() {
  const cookie = await signUpOverApi(server(), createPerson());
  const get = (path: string) => getPage(server(), path, { cookie });
  const post = (path: string, fields: Record<string, string> | FormData) =>
    postForm(server(), path, fields, { cookie });
  const upload = (kind: "resume" | "portfolio", name: string) => {
    const form = new FormData();
    form.set("kind", kind);
    form.set(kind, new File([fileBytes(name.endsWith(".zip") ? "zip" : "pdf", 9_000)], name));
    return post("/profile/file", form);
  };
  expect((await upload("resume", "cv.pdf")).status).toBe(303);
  const fetchProfile = async () => {
    const response = await fetch(`${server().origin}/api/profile`, { headers: { Cookie: cookie } });
    return ((await response.json()) as { profile: Record<string, unknown> }).profile;
  };
  return { get, post, upload, fetchProfile };
}

test("a deletion form without a file id deletes nothing and confirms nothing", async () => {
  const { get, post, fetchProfile } = await studentWithFile();
  const response = await post("/profile/file/delete", { kind: "resume", id: "" });
  expect(response).toMatchObject({ status: 303, location: "/dashboard?whole" });
  expect((await get("/dashboard?whole")).html).not.toContain("Your file is deleted.");
  expect((await fetchProfile()).resumeId).not.toBeNull();
});

test("a file stays after a change of role until it is replaced, and each page says so", async () => {
  const { get, post, upload, fetchProfile } = await studentWithFile();
  const form = await get("/profile");
  expect(form.html).toContain("Your file stays with you until you replace or delete it.");
  const { resumeId } = await fetchProfile();
  const fields = { role: "Mentor", location: "Pune", loaded: form.value("loaded") ?? "" };
  expect((await post("/profile", fields)).status).toBe(303);
  expect((await get("/dashboard?whole")).text).toContain("You kept this résumé in an earlier role.");
  expect(await fetchProfile()).toMatchObject({ role: "Mentor", resumeId });

  const page = await get("/profile/file");
  expect(page.text).toContain("takes the place of cv.pdf, your résumé, which is then deleted");
  expect((await upload("portfolio", "plan.zip")).status).toBe(303);
  expect(await fetchProfile()).toMatchObject({ resumeId: null });
  expect((await get("/dashboard?whole")).text).toContain("plan.zip");
  await expect.poll(async () => (await get(`/api/files/${resumeId}/content`)).status).toBe(404);
});
