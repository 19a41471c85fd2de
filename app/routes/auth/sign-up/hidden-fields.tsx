// Hidden inputs. They keep the sign-up form while the page shows the form for the code.
import { FILE_KINDS } from "../../../contract/files";
import { uploadedFileFields } from "../../../uploads/uploaded-file";
import { PROOF_FIELDS, type ProvenEmail, type SignUpFormData } from "./form-data";

/** All fields but the e-mail, which the form for the code has itself, and the passwords, which are never written into HTML. */
export function HiddenFields({ defaultValues, uploaded }: Pick<SignUpFormData, "defaultValues" | "uploaded">) {
  const { email: _, ...fields } = defaultValues;
  return (
    <>
      {Object.entries(fields).map(([name, value]) =>
        value ? <input key={name} type="hidden" name={name} value={value === true ? "yes" : value} /> : null,
      )}
      {FILE_KINDS.flatMap((kind) => {
        const file = uploaded[kind];
        const names = uploadedFileFields(kind);
        return file ? (["id", "ticket", "name"] as const).map((part) => [names[part], file[part]] as const) : [];
      }).map(([name, value]) => (
        <input key={name} type="hidden" name={name} value={value} />
      ))}
    </>
  );
}

export function HiddenProof({ proof }: { proof: ProvenEmail }) {
  return (
    <>
      <input type="hidden" name={PROOF_FIELDS.email} value={proof.email} />
      <input type="hidden" name={PROOF_FIELDS.token} value={proof.token} />
    </>
  );
}
