// What a test needs of the server, as Vitest tags: `test("…", { tags: "mail" }, …)`, or `// @module-tag mail` for a whole file.
// Every run but `npm run test:real` takes no notice of them. That one leaves out by tag what a server cannot show.

/** The description is the reason why no server but the embedded one can show it. */
export const EMBEDDED_TAGS = [
  { name: "own-server", description: "the test starts an embedded Appwrite of its own" },
  { name: "local", description: "the test is about the local environment, with its mailbox page" },
  { name: "management", description: "the test makes a database and a bucket, which stay in the project" },
  {
    name: "replay",
    description:
      "the recordings need a project in a known state, limits that nobody has used, and policies that they change",
  },
];

/** The tag of tests whose server sends mails. */
export const MAIL_TAG = "mail";

export const TAGS = [
  ...EMBEDDED_TAGS,
  { name: MAIL_TAG, description: "the server sends mails, and the test reads most of them" },
];
