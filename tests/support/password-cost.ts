/** A low cost of password hashing for the embedded backend: with Appwrite's own cost a hash takes 60 ms. */
export const EMBEDDED_PASSWORD_COST = "4";
