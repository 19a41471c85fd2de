// The body of the API call that answers with a second factor. Apart from the form, so that no page loads this schema.
import * as z from "zod/mini";
import { formSchema, text } from "./form-schema";
import { FACTORS, type FactorCode, parseFactorCode } from "./second-factor";

/** A code, and the factor that it is of. */
export const FactorCodeSchema = formSchema(
  { factor: z.enum(FACTORS), code: text },
  ({ factor, code }, fail): FactorCode => ({ factor, code: parseFactorCode(factor, code, fail) }),
);
