// Reads an API response for a loader or an action: the data, or an error as a value.
import { type ApiError, type ApiErrorBody, ApiErrorSchema } from "../contract/error-body";

export interface ApiResultError extends Omit<ApiError, "requestId"> {
  /** From `Retry-After`, in seconds. */
  retryAfterSeconds?: number;
}

export type ApiResult<Data> = { ok: true; data: Data } | { ok: false; error: ApiResultError };

/** What a `Response` and a response of the typed API client have in common. */
interface ResponseLike {
  ok: boolean;
  status: number;
  headers: Headers;
  json(): Promise<unknown>;
}

/** The bodies of successful responses. */
type DataOf<R extends ResponseLike> = Exclude<Awaited<ReturnType<R["json"]>>, ApiErrorBody>;

/** The data of a successful response (null for a 204), or the error. Never throws. */
export async function readApiResult<R extends ResponseLike>(pending: Promise<R>): Promise<ApiResult<DataOf<R>>> {
  try {
    const response = await pending;
    if (!response.ok) return { ok: false, error: await readError(response) };
    const data = response.status === 204 ? null : await response.json();
    return { ok: true, data: data as DataOf<R> };
  } catch (error) {
    console.error("the API did not respond", error);
    return { ok: false, error: { code: 500, type: "internal", message: "" } };
  }
}

async function readError(response: ResponseLike): Promise<ApiResultError> {
  const { error } = ApiErrorSchema.parse(await response.json());
  const seconds = Number(response.headers.get("Retry-After") ?? Number.NaN);
  return Number.isFinite(seconds) ? { ...error, retryAfterSeconds: seconds } : error;
}
