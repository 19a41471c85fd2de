/** What the embedded backend puts into hashing a password while tests run: a hash as Appwrite makes it takes 60 ms of a core. */
export const EMBEDDED_PASSWORD_COST = "4";
