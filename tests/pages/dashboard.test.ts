// The dashboard as the server renders it.
import { expect, test } from "vitest";
import { getPage, postForm } from "../support/http";
import { mailedLink } from "../support/mailbox";
import { createPerson, signUpOverApi } from "../support/people";
import { useServer } from "../support/product";

const server = useServer();
const UNCONFIRMED_NOTICE = "Your email is not confirmed yet.";

test("the notice about an unconfirmed email disappears after the link in the mail was used", {
  tags: "mail",
}, async () => {
  const person = createPerson();
  const cookie = await signUpOverApi(server(), person);
  expect((await getPage(server(), "/dashboard?whole", { cookie })).text).toContain(UNCONFIRMED_NOTICE);
  const response = await postForm(server(), "/dashboard", {}, { cookie });
  expect(response).toMatchObject({ status: 303, location: "/dashboard?whole" });
  const link = await mailedLink(server(), person.email, "verification");
  expect((await postForm(server(), link, {}, { cookie })).status).toBe(200);
  const dashboard = await getPage(server(), "/dashboard?whole", { cookie });
  expect(dashboard.text).toContain(`Welcome back, ${person.name}!`);
  expect(dashboard.text).not.toContain(UNCONFIRMED_NOTICE);
});
