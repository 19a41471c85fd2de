// Reads what the API answered to a loader or an action: the data, or an error as a value.
import { type ApiError, ApiErrorSchema } from "../contract/errors";

export interface AnswerError extends Omit<ApiError, "requestId"> {
  /** From `Retry-After`, in seconds. */
  retryAfterSeconds?: number;
}

export type Answer<Data> = { ok: true; status: number; data: Data } | { ok: false; error: AnswerError };

/** The part of a `Response`, typed or not, that an answer is read from. */
interface ResponseLike<Data> {
  ok: boolean;
  status: number;
  headers: Headers;
  json(): Promise<Data | unknown>;
}

/** The data of a successful answer, null for one without a body; otherwise the error. Never throws. */
export async function readAnswer<Data>(pending: Promise<ResponseLike<Data>>): Promise<Answer<Data>> {
  try {
    const response = await pending;
    if (response.ok) {
      const data = response.status === 202 || response.status === 204 ? null : await response.json();
      return { ok: true, status: response.status, data: data as Data };
    }
    return { ok: false, error: await readError(response) };
  } catch (error) {
    console.error("the API gave no answer", error);
    return { ok: false, error: { code: 500, type: "internal", message: "" } };
  }
}

async function readError(response: ResponseLike<unknown>): Promise<AnswerError> {
  const { error } = ApiErrorSchema.parse(await response.json());
  const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
  return Number.isFinite(seconds) ? { ...error, retryAfterSeconds: seconds } : error;
}
