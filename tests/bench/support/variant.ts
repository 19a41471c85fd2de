// Which of the things that the benchmark's Worker holds answers a request.

/** The request header that says so. */
export const VARIANT_HEADER = "Bench-Variant";

/**
 * The product as it is deployed; React Router as it comes, rendering each page; the product over a slow KV that has nothing;
 * nothing but a response of the cached page's bytes; a call handed on to the backend as it is; the product without the locks of uploads.
 */
export type Variant = "product" | "stock" | "cold" | "bare" | "relay" | "unlocked";
