// Signs out in the browser. This module is part of every page, so that it can report a lost connection; only the messages for API
// errors are fetched.

import { clearForms } from "../forms/draft";
import { fetchErrorMessage } from "./fetch-error-message";
import { readApiError } from "./read-api-error";
import { beginTurn, forgetGuest } from "./tab-storage";

const CHANNEL = "navarambh";
const SIGNED_OUT = "logged-out";
/** True once this tab signs out. What it hears of its own sign-out, from the channel and from the backend, it must ignore. */
let isLeaving = false;

const STILL_SIGNED_IN = "You are still signed in. Try again before somebody else uses this browser.";

/** Which sessions end: all of the member's, or that of this browser alone. */
export type SignOutScope = "everywhere" | "here";
const ENDPOINTS: Readonly<Record<SignOutScope, string>> = {
  everywhere: "/api/account/sessions",
  here: "/api/account/sessions/current",
};

const goHome = () => location.replace("/");

/**
 * Ends all sessions of the member, or only this browser's, and leaves the page.
 * @param leave opens the page that follows
 * @returns an error message; null after success
 */
export async function signOut(scope: SignOutScope = "everywhere", leave = goHome): Promise<string | null> {
  isLeaving = true;
  const message = await endSessions(ENDPOINTS[scope]);
  if (message) {
    isLeaving = false;
    return `${message} ${STILL_SIGNED_IN}`;
  }
  leaveAsGuest(leave);
  return null;
}

/**
 * Cleans up after this browser's session has ended: deletes what the browser has stored about the member, signs out other tabs, and
 * replaces the document, so that nothing of the member stays in memory.
 */
export function leaveAsGuest(leave = goHome): void {
  isLeaving = true;
  clearForms();
  beginTurn();
  notifyOtherTabs();
  // Hidden before it enters the back/forward cache.
  window.addEventListener("pagehide", () => {
    document.body.hidden = true;
  });
  leave();
}

/**
 * Leaves a member's page whose session ended in another tab or on another device, and deletes what the browser has stored about the
 * member. The sign-in page says why, or asks for the second factor.
 * @returns false, and does nothing, while this tab signs out itself
 */
export function leaveEndedSession(): boolean {
  if (isLeaving) return false;
  clearForms();
  location.replace("/login?ended");
  return true;
}

/** The query parameter of a form that was emptied, which says so. */
export const EMPTIED = "emptied";

/** Shows a guest's form anew, empty, after a sign-out in another tab: whoever typed in it may have left. */
export function leaveGuestForm(): void {
  try {
    if (!forgetGuest()) return;
    // Not a reload, in which Firefox keeps what was typed.
    const url = new URL(location.href);
    url.hash = "";
    url.searchParams.set(EMPTIED, "yes");
    location.replace(url);
  } catch (error) {
    console.warn("this browser keeps no session storage", error);
  }
}

async function endSessions(endpoint: string): Promise<string | null> {
  try {
    const response = await fetch(endpoint, { method: "DELETE" });
    if (response.ok) return null;
    const error = readApiError(await response.text()) ?? { type: "internal", message: "" };
    // The session has ended already, for example from another device.
    if (error.type === "session_missing") return null;
    return await fetchErrorMessage(error);
  } catch (error) {
    console.warn("the sign-out request failed", error);
    return "We could not be reached. Check your connection, then log out again.";
  }
}

function notifyOtherTabs(): void {
  const channel = openChannel();
  channel?.postMessage(SIGNED_OUT);
  channel?.close();
}

/**
 * Opens the channel between the tabs of this browser. Returns null in a browser without BroadcastChannel, and in one that refuses it because
 * cookies are blocked. A tab then learns of a sign-out from the response to its next request.
 */
function openChannel(): BroadcastChannel | null {
  try {
    return new BroadcastChannel(CHANNEL);
  } catch (error) {
    console.warn("BroadcastChannel is not available", error);
    return null;
  }
}

/** Calls `listener` when somebody signs out in another tab of this browser. @returns a function that removes the listener */
export function onCrossTabSignOut(listener: () => void): () => void {
  const channel = openChannel();
  if (!channel) return () => {};
  channel.onmessage = ({ data }) => {
    if (data === SIGNED_OUT && !isLeaving) listener();
  };
  return () => channel.close();
}
