// Forms as the fuzz tests send them.
import fc from "fast-check";
import { type CookieChange, cookieChange } from "../cookies";
import { type Header, hostileHeaders, wrongContentType } from "../headers";
import { hostileText, mostly } from "../text";
import type { FoundForm } from "./find-forms";
import { type FieldValue, FORM_ENCODINGS, type FormEncoding, type FormField } from "./form-body";
import { VISITOR_KINDS, type VisitorKind } from "./visitors";

/** What the visitor knows to type into a field, such as their password. */
export const TYPED = "{{typed}}";
const TYPED_NAMES = /password|email|username|phone$|name$|code$/i;

export interface Case {
  /** The name of the form. */
  form: string;
  /** The query of its own address. */
  query: string;
  visitor: VisitorKind;
  cookies: CookieChange;
  /** What follows the path in place of the query: React Router's own endings and parameters, or another query; "" for none of these. */
  ending: string;
  headers: Header[];
  encoding: FormEncoding;
  fields: FormField[];
}

/** What React Router reads from an address, and a slash too many. */
const ENDINGS = ["/", "?index", ".data", ".data?index", ".data?_routes=root", "?_routes=", ".data?_routes=%00,root,.."];

const hostileFile: fc.Arbitrary<FieldValue> = fc.record({
  fileName: hostileText.map((text) => text.slice(0, 300)),
  type: fc.constantFrom("application/pdf", "text/html", "", "a/b; c=\r\nd"),
  bytes: fc.constantFrom(0, 1, 3000),
  beginsWith: fc.constantFrom("%PDF-1.7", "PK\u0003\u0004", "<script>", ""),
});
const hostileValue = fc.oneof({ weight: 6, arbitrary: hostileText }, { weight: 1, arbitrary: hostileFile });
const unknownField = fc.tuple(
  fc.oneof(fc.constantFrom("intent", "__proto__", "step", "userId"), hostileText),
  hostileValue,
);

/** Ways to send a form, most of them near to what a browser sends. */
export function casesOf(form: FoundForm): fc.Arbitrary<Case> {
  const fields = form.fields.map(({ name, values }) => {
    const valid = fc.constantFrom<FieldValue>(...(TYPED_NAMES.test(name) ? [TYPED] : values));
    const field = mostly(valid, hostileValue).map((value): FormField => [name, value]);
    return mostly(
      field.map((one) => [one]),
      fc.array(field, { maxLength: 2 }),
    );
  });
  const browserEncoding = form.fields.some(({ values }) => typeof values[0] === "object") ? "multipart" : "urlencoded";
  return fc.record({
    form: fc.constant(form.name),
    query: fc.constant(/\?.*/.exec(form.address)?.[0] ?? ""),
    visitor: mostly(fc.constant(form.visitor), fc.constantFrom(...VISITOR_KINDS)),
    cookies: cookieChange,
    ending: mostly(
      fc.constantFrom("", ".data"),
      fc.oneof(
        fc.constantFrom(...ENDINGS),
        hostileText.map(
          (text) => `?userId=${encodeURIComponent(text.toWellFormed().slice(0, 1000))}&secret=${text.length}`,
        ),
      ),
    ),
    headers: fc
      .tuple(
        mostly(
          fc.constant<Header[]>([]),
          wrongContentType.map((type): Header[] => [["Content-Type", type]]),
        ),
        hostileHeaders,
      )
      .map((both) => both.flat()),
    encoding: mostly<FormEncoding>(
      fc.constantFrom<FormEncoding>(browserEncoding, "multipart"),
      fc.constantFrom(...FORM_ENCODINGS),
    ),
    fields: fc
      .tuple(
        fc.tuple(...fields),
        mostly(fc.constant<FormField[]>([]), fc.array(unknownField, { minLength: 1, maxLength: 2 })),
      )
      .map(([own, unknown]) => [...own.flat(), ...unknown]),
  });
}
