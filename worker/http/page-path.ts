/**
 * The path of the page that React Router answers with: in lower case and without a slash at its end, since the router ignores both.
 * A client navigation asks for the data of "/dashboard" at "/dashboard.data", and for that of "/" at "/_.data".
 */
export function pagePath(pathname: string): string {
  const path = pathname.replace(/(\/_)?\.data$/, "");
  // No regular expression: with thousands of slashes in the middle it takes the square of their number.
  let end = path.length;
  while (path[end - 1] === "/") end -= 1;
  return end === 0 ? "/" : path.slice(0, end).toLowerCase();
}
