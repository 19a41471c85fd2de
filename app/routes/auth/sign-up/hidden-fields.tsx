// The hidden inputs that carry the form through a page that asks for something else.
import { FILE_KINDS } from "../../../contract/files";
import { uploadedFileFields } from "../../../uploads/uploaded-file";
import { type AddressProof, PROOF_FIELDS, type SignUpFormData } from "./form-data";

/** All of the form but its address, which the code's form has, and the passwords, which are never written into a page. */
export function HiddenFields({ defaultValues, uploaded }: Pick<SignUpFormData, "defaultValues" | "uploaded">) {
  const { email: _, ...carried } = defaultValues;
  return (
    <>
      {Object.entries(carried).map(([name, value]) =>
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

/** A proof, within the form that it is for. */
export function HiddenProof({ proof }: { proof: AddressProof }) {
  return (
    <>
      <input type="hidden" name={PROOF_FIELDS.email} value={proof.email} />
      <input type="hidden" name={PROOF_FIELDS.token} value={proof.token} />
    </>
  );
}
