// Texts that have broken other software: injections, encodings, limits.
import fc from "fast-check";

/** The beginnings of an element and an attribute that no page has. In a page they show that input was rendered as markup. */
export const FOREIGN_MARKUP = ["<fuzz-element", '" fuzz-attribute="'] as const;

const [ELEMENT, ATTRIBUTE] = FOREIGN_MARKUP;

const HOSTILE_TEXTS: readonly string[] = [
  "",
  " ",
  "\t\r\n",
  "null",
  "undefined",
  "NaN",
  "true",
  "0",
  "-1",
  "1e999",
  "0x10",
  "99999999999999999999",
  // Markup, scripts and templates.
  `"'>${ELEMENT} onload=alert(1)>`,
  `</script></textarea></title>${ELEMENT}>`,
  `<!--${ELEMENT}-->]]>`,
  `a${ATTRIBUTE}b`,
  "a' fuzz-attribute='b",
  "javascript:alert(1)//",
  "java\tscript:alert(1)",
  "data:text/html,<script>alert(1)</script>",
  "{{constructor.constructor('return 1')()}}",
  // biome-ignore lint/suspicious/noTemplateCurlyInString: the template is the hostile text
  "${7*7}#{7*7}<%= 7*7 %>",
  // Queries and commands.
  "' OR '1'='1' --",
  "'; DROP TABLE users; --",
  '{"$ne":null}',
  '{"$where":"sleep(1000)"}',
  '{"method":"equal","attribute":"$id","values":["x"]}',
  '{"method":"or","values":["{\\"method\\":\\"isNull\\",\\"attribute\\":\\"Email\\"}"]}',
  'equal("email", ["x"])',
  "*)(uid=*))(|(uid=*",
  "$(sleep 5)`sleep 5`;sleep 5",
  "user:x",
  "unique()",
  // Paths, lines and formats.
  "../../../../etc/passwd",
  "..%2f..%2f%00.pdf",
  "..\\..\\windows\\win.ini",
  "%00",
  "%",
  "%c0%ae%c0%ae",
  "\0",
  "a\0b",
  "a\r\nSet-Cookie: fuzz=1\r\n\r\nb",
  "a%0d%0aSet-Cookie:%20fuzz=1",
  "%s%n%x",
  "__proto__",
  "constructor.prototype",
  "a;b=c, d=e",
  '"unclosed',
  // Letters.
  "🧵👩‍👩‍👧‍👦🇮🇳",
  "नारायण राव",
  "‮gnp.exe",
  "​﻿⁠",
  "аdmin@example.org",
  "é é Å Å ﬁ İ ı ß",
  "Ｚ１２３",
  "Z̸̡̢̛͙̦̼͇̐̿͌a̷l̶g̵o̸",
  "\ud800",
  "\udc00x\ud800",
  "\uffff\ufffe",
  // Addresses of the web and of mail.
  "https:////evil.example",
  "https://user:pw@evil.example",
  "//evil.example",
  "/\\evil.example",
  "http://[::1]:80:80/",
  "http://127.0.0.1:22/",
  "https://xn--a.example",
  "file:///etc/passwd",
  "a@b",
  '"a b"@example.org',
  "a@example.org\nBcc: b@example.org",
  "a@[127.0.0.1]",
  `${"a".repeat(64)}@${"b".repeat(63)}.example`,
  "a@exämple.org",
  // Dates at the limits of the calendar, and of `Date`.
  "0000-00-00",
  "0001-01-01",
  "1900-02-29",
  "2000-02-29",
  "2023-02-30",
  "9999-12-31",
  "+275760-09-13",
  "+275760-09-14",
  "-000001-01-01",
  "2001-1-1",
  "2001-01-01T00:00:00Z",
  "२००१-०१-०१",
  // Phone numbers.
  "+91 98200 00000",
  "+91+91 9820000000",
  "0091-98200-00000",
  "+1 (800) 555-0100 ext. 1",
  "+999999999999999999999",
  "९८२०००००००",
  "tel:+919820000000",
  "+",
  // Codes.
  "000000",
  "000 000",
  "٠٠٠٠٠٠",
  "0000000000",
];

const anyCharacter = fc.string({ unit: "binary", maxLength: 40 });
const loneSurrogates = fc
  .array(fc.integer({ min: 0xd800, max: 0xdfff }), { minLength: 1, maxLength: 4 })
  .map((units) => String.fromCharCode(...units));
const longText = fc
  .tuple(fc.constantFrom("a", "é", "😀", " ", "\0", "%", "("), fc.constantFrom(65, 129, 257, 2049, 5000, 70_000))
  .map(([character, times]) => character.repeat(times));

/** A text of any kind, from a corpus or random. */
export const hostileText: fc.Arbitrary<string> = fc.oneof(
  { weight: 12, arbitrary: fc.constantFrom(...HOSTILE_TEXTS) },
  { weight: 3, arbitrary: anyCharacter },
  { weight: 1, arbitrary: loneSurrogates },
  { weight: 2, arbitrary: longText },
);

/** Valid most of the time, so that a case gets past the first check; hostile otherwise. */
export function mostly<Value>(valid: fc.Arbitrary<Value>, hostile: fc.Arbitrary<Value>): fc.Arbitrary<Value> {
  return fc.oneof({ weight: 9, arbitrary: valid }, { weight: 1, arbitrary: hostile });
}
