// The recordings whose responses differ on the embedded Appwrite, with the reasons. No other may differ.

const NO_IMAGES = "it generates no images, and the site uses none of these";

const SOCKET_PLATFORMS =
  "the recorded realtime server refused its second platform; here sockets accept the same platforms as calls do";

export const LISTED_DIFFERENCES: Record<string, string> = {
  "avatars-initials": NO_IMAGES,
  "avatars-initials-guest": NO_IMAGES,
  "file-preview-pdf-width": NO_IMAGES,
  "rt-origin-platform-2": SOCKET_PLATFORMS,
  "graphql-account": "it has no GraphQL endpoint, and the site uses only REST",
};
