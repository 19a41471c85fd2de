import { expect, it } from "vitest";
import { mailboxOf } from "../../../../worker/services/email/mailbox-of";

it.each([
  ["Asha@Example.org ", "asha@example.org"],
  ["asha+1@example.org", "asha@example.org"],
  ["asha+1+2@example.org", "asha@example.org"],
  ["asha.rao@example.org", "asha.rao@example.org"],
  ["asha.rao+x@gmail.com", "asharao@gmail.com"],
  ["a.sha.rao@googlemail.com", "asharao@gmail.com"],
  ["asha.rao@proton.me", "asharao@proton.me"],
  ["Asha-R_a.o+x@protonmail.com", "asharao@proton.me"],
  ["+asha@example.org", "+asha@example.org"],
])("%s is of the mailbox %s", (email, mailbox) => expect(mailboxOf(email)).toBe(mailbox));
