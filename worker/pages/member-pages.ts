import { pagePath } from "../http/page-path";

/** The paths of the pages that only members have. Their loaders ask Appwrite for the account, so that they notice an ended session. */
export const MEMBER_PAGES: readonly string[] = [
  "/dashboard",
  "/settings",
  "/settings/delete",
  "/settings/two-step",
  "/settings/two-step/codes",
  "/settings/two-step/off",
  "/profile",
  "/profile/file",
  "/profile/file/delete",
];

/** Whether React Router answers a path with a member page, or with its data for a client navigation. */
export function isMemberPage(path: string): boolean {
  return MEMBER_PAGES.includes(pagePath(path));
}
