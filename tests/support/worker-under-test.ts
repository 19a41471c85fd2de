// The Worker that tests in workerd run inside: its Durable Objects, and no pages, which need a build of the app.
// Tests of the API make their own with `createApp`.

export * from "../../worker/durable-objects/index";
export { EmbeddedAppwrite } from "../../worker/embedded/index";

export default {
  fetch(): Response {
    return new Response("Tests call createApp themselves", { status: 404 });
  },
};
