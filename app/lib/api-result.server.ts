// Reads what the API answered to a loader or an action: the data, or an error as a value.
import { type ApiError, type ApiErrorBody, ApiErrorSchema } from "../contract/error-body";

export interface ApiResultError extends Omit<ApiError, "requestId"> {
  /** From `Retry-After`, in seconds. */
  retryAfterSeconds?: number;
}

export type ApiResult<Data> = { ok: true; data: Data } | { ok: false; error: ApiResultError };

/** The part of a `Response`, typed by the API's client or not, that an answer is read from. */
interface ResponseLike {
  ok: boolean;
  status: number;
  headers: Headers;
  json(): Promise<unknown>;
}

/** The bodies that a call answers with when it succeeds. */
type DataOf<R extends ResponseLike> = Exclude<Awaited<ReturnType<R["json"]>>, ApiErrorBody>;

/** The data of a successful answer (null for one without a body), or the error. Never throws. */
export async function readApiResult<R extends ResponseLike>(pending: Promise<R>): Promise<ApiResult<DataOf<R>>> {
  try {
    const response = await pending;
    if (!response.ok) return { ok: false, error: await readError(response) };
    const data = response.status === 204 ? null : await response.json();
    return { ok: true, data: data as DataOf<R> };
  } catch (error) {
    console.error("the API gave no answer", error);
    return { ok: false, error: { code: 500, type: "internal", message: "" } };
  }
}

async function readError(response: ResponseLike): Promise<ApiResultError> {
  const { error } = ApiErrorSchema.parse(await response.json());
  const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
  return Number.isFinite(seconds) ? { ...error, retryAfterSeconds: seconds } : error;
}
