// Logging out where scripts run. Nothing of it is fetched first, so that without a connection the right words are there; what the
// edge answers is worded once it has answered.

import { clearForms } from "../forms/draft";
import { fetchErrorMessage } from "./fetch-error-message";
import { readApiError } from "./read-api-error";

const CHANNEL = "navarambh";
const LOGGED_OUT = "logged-out";
/** True from a log-out in this very tab on: its own message comes back to it, since every channel of a page hears the others. */
let isLeaving = false;

const KEEPS = "You are still signed in. Until you have signed out, this browser keeps your session.";

/** Which sessions end: all of the member's, or that of this browser alone. */
export type LogOutScope = "everywhere" | "here";
const ENDPOINTS: Readonly<Record<LogOutScope, string>> = {
  everywhere: "/api/account/sessions",
  here: "/api/account/sessions/current",
};

const home = () => location.replace("/");

/**
 * Ends sessions of the member, this browser's among them, and leaves.
 * @returns why it did not work; null when it did
 */
export async function logOut(scope: LogOutScope = "everywhere", leave = home): Promise<string | null> {
  const problem = await endSessions(ENDPOINTS[scope]);
  if (problem) return `${problem} ${KEEPS}`;
  leaveAsGuest(leave);
  return null;
}

/**
 * What follows when this browser's session is over: all that the browser has of the member is forgotten, other tabs are told, and
 * a new document takes the place of this one, so that nothing of the old one is left in it.
 */
export function leaveAsGuest(leave = home): void {
  isLeaving = true;
  clearForms();
  tellOtherTabs();
  // A page that the browser keeps for the way back is kept blank.
  window.addEventListener("pagehide", () => {
    document.body.hidden = true;
  });
  leave();
}

async function endSessions(endpoint: string): Promise<string | null> {
  try {
    const response = await fetch(endpoint, { method: "DELETE" });
    if (response.ok) return null;
    const error = readApiError(await response.text()) ?? { type: "internal", message: "" };
    // Somebody else, or another tab, has ended it.
    if (error.type === "session_missing") return null;
    return await fetchErrorMessage(error);
  } catch (error) {
    console.warn("the log-out came to no answer", error);
    return "We could not be reached. Check your connection, then log out again.";
  }
}

function tellOtherTabs(): void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.postMessage(LOGGED_OUT);
  channel.close();
}

/** Calls back when somebody logs out in another tab of this browser. @returns what ends that */
export function onCrossTabSignOut(listener: () => void): () => void {
  const channel = new BroadcastChannel(CHANNEL);
  channel.onmessage = ({ data }) => {
    if (data === LOGGED_OUT && !isLeaving) listener();
  };
  return () => channel.close();
}
