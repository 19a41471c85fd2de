// The examples of the API's page as text: a request as a curl command, a response as it arrives.
import type { EndpointResponse } from "../endpoint";
import { type Operation, parametersOf } from "../openapi";

/** The file in which the commands keep the cookies. */
export const COOKIE_FILE = "cookies.txt";

const SAFE_METHODS = ["get", "head", "options"];

/**
 * The curl command that sends an operation's example.
 * @param origin the origin of this API. A call that changes something and has a session cookie must name it.
 */
export function curlCommand(operation: Operation, origin: string): string {
  const { method, example, bodyType, isBodyOptional, responses, isForMembers, isForPendingSignIn, usesSession } =
    operation;
  const startsSession = Object.values(responses).some(({ headers }) => headers?.["Set-Cookie"]);
  const sendsSession = isForPendingSignIn || (!startsSession && (isForMembers || usesSession));
  const isUnsafe = !SAFE_METHODS.includes(method);
  const headers = parametersOf(operation)
    .filter((one) => one.in === "header" && one.required)
    .map(({ name, example }) => `${name}: ${example}`);
  return [
    `curl ${methodOption(method)}${quoted(origin + examplePath(operation))}`,
    ...(startsSession ? [`--cookie-jar ${COOKIE_FILE}`] : []),
    ...(sendsSession ? [`--cookie ${COOKIE_FILE}`] : []),
    ...(sendsSession && isUnsafe ? [`-H ${quoted(`Origin: ${origin}`)}`] : []),
    ...headers.map((header) => `-H ${quoted(header)}`),
    ...(example === undefined
      ? []
      : [`-H ${quoted("Content-Type: application/json")}`, `-d ${quoted(JSON.stringify(example, null, 2))}`]),
    ...(bodyType && !isBodyOptional
      ? [`-H ${quoted(`Content-Type: ${bodyType}`)}`, "--data-binary @asha-rao.pdf"]
      : []),
    ...(isDownload(responses[200]) ? ["--remote-name --remote-header-name"] : []),
  ].join(" \\\n  ");
}

/** An operation's path below the origin, with the examples of its parameters. */
function examplePath(operation: Operation): string {
  const parameters = parametersOf(operation);
  const path = parameters
    .filter((one) => one.in === "path")
    .reduce((path, { name, example }) => path.replace(`{${name}}`, String(example)), `/api${operation.path}`);
  const query = parameters.filter((one) => one.in === "query").map(({ name, example }) => `${name}=${example}`);
  return query.length > 0 ? `${path}?${query.join("&")}` : path;
}

/** A response with its status, its own headers and its body. */
export function responseText(status: string, { headers = {}, example, type }: EndpointResponse): string {
  const head = [
    `HTTP/1.1 ${status}`,
    ...Object.entries(headers).map(([name, header]) => `${name}: ${header.example}`),
    ...(type ? [`Content-Type: ${type}`] : []),
  ].join("\n");
  if (example === undefined) return head;
  return `${head}\n\n${JSON.stringify(example, null, 2)}`;
}

/** True for a response that a browser saves as a file. */
export function isDownload(response: EndpointResponse | undefined): boolean {
  return response?.headers?.["Content-Disposition"] !== undefined;
}

function methodOption(method: string): string {
  if (method === "get") return "";
  return method === "head" ? "--head " : `-X ${method.toUpperCase()} `;
}

/** A text as one argument of a shell. */
function quoted(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`;
}
