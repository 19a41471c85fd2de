// The recordings whose responses differ on the embedded Appwrite, with the reasons. No other may differ.

const NO_IMAGES = "it generates no images, and the site uses none of these";

export const LISTED_DIFFERENCES: Record<string, string> = {
  "avatars-initials": NO_IMAGES,
  "avatars-initials-guest": NO_IMAGES,
  "file-preview-pdf-width": NO_IMAGES,
  "graphql-account": "it has no GraphQL endpoint, and the site uses only REST",
};
