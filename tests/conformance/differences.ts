// The recordings that the embedded Appwrite does not answer as recorded, each with the reason. Nothing else may differ.

const NO_IMAGES = "it draws no images, and the product shows none of these";

export const LISTED_DIFFERENCES: Record<string, string> = {
  "avatars-initials": NO_IMAGES,
  "avatars-initials-guest": NO_IMAGES,
  "file-preview-pdf-width": NO_IMAGES,
  "graphql-account": "it has no GraphQL endpoint, and the product speaks REST alone",
};
