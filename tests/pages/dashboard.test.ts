// The dashboard as the server renders it.
import { expect, test } from "vitest";
import { getPage, postForm } from "../support/http";
import { mailsTo } from "../support/mailbox";
import { createPerson, signUpOverApi } from "../support/people";
import { useServer } from "../support/product";

const server = useServer();
const UNCONFIRMED_NOTICE = "Your email is not confirmed yet.";

test("the notice about an unconfirmed email disappears after the link in the mail was used", async () => {
  const person = createPerson();
  const cookie = await signUpOverApi(server(), person);
  expect((await getPage(server(), "/dashboard?whole", { cookie })).text).toContain(UNCONFIRMED_NOTICE);
  const response = await postForm(server(), "/dashboard", {}, { cookie });
  expect(response).toMatchObject({ status: 303, location: "/dashboard?whole" });
  const [mail] = await mailsTo(server(), person.email);
  const link = new URL(mail?.links[0] ?? "", server().origin);
  expect((await postForm(server(), link.pathname + link.search, {}, { cookie })).status).toBe(200);
  const dashboard = await getPage(server(), "/dashboard?whole", { cookie });
  expect(dashboard.text).toContain(`Welcome back, ${person.name}!`);
  expect(dashboard.text).not.toContain(UNCONFIRMED_NOTICE);
});
