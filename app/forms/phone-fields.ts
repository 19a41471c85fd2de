/** The names of the fields of a phone number. */
export const PHONE_FIELDS = { code: "phoneCode", number: "phone" } as const;
