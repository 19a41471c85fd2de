// The session storage of a tab, in which forms store what was typed and which files have arrived.
//
// People use one browser after another, and may leave a tab open. What a guest stored in it is void once somebody has signed in or out in
// another tab: it may be somebody else's. A tab that sleeps hears no message, so it compares when it last looked.

/** Changes with each sign-in and sign-out: in local storage that of the browser, in session storage the one that the tab has seen. */
const TURN = "navarambh-turn";
/** The keys of what a guest stores begin so. A member's contain the member's id. */
const GUEST_PREFIXES = ["navarambh:sign-up", "navarambh:sign-in-code", "navarambh:kept:guest:"];

/** Notes that somebody has signed in or out in this tab, so that the other tabs forget what a guest stored. */
export function beginTurn(): void {
  try {
    const turn = String(Date.now());
    localStorage.setItem(TURN, turn);
    sessionStorage.setItem(TURN, turn);
  } catch (error) {
    console.warn("this browser keeps no storage", error);
  }
}

/** The session storage, without what a guest stored before the latest sign-in or sign-out. @throws where the browser blocks it */
export function tabStorage(): Storage {
  const turn = turnOfBrowser();
  if ((sessionStorage.getItem(TURN) ?? "") !== turn) {
    forgetGuest();
    sessionStorage.setItem(TURN, turn);
  }
  return sessionStorage;
}

function turnOfBrowser(): string {
  try {
    return localStorage.getItem(TURN) ?? "";
  } catch (error) {
    console.warn("this browser keeps no local storage", error);
    return "";
  }
}

/** Deletes what a guest stored in this tab. @returns true when there was something. @throws where the browser blocks its storage */
export function forgetGuest(): boolean {
  const keys = Object.keys(sessionStorage).filter((key) => GUEST_PREFIXES.some((prefix) => key.startsWith(prefix)));
  for (const key of keys) sessionStorage.removeItem(key);
  return keys.length > 0;
}
