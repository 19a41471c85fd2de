/** The name of the hidden input with the id of the member who opened a form. */
export const OPENER_FIELD = "member";
