// The statuses of errors, for the description of the API.

/** What an error's status means. */
export const ERROR_MEANINGS: Record<number, string> = {
  400: "The request is not readable",
  401: "There is no session, or the password is wrong",
  403: "The request comes from another site, or the thing is somebody else's",
  404: "There is no such thing",
  409: "What is there stands against it",
  410: "The upload has ended",
  412: "Another version of the upload protocol is asked for",
  413: "It is too large",
  415: "The media type is not taken",
  416: "The file has no such range",
  422: "The input is not right: the sentence is the message, and each field concerned has its words",
  429: "Too many tries, mails or files; Retry-After says when to come back",
  500: "Something went wrong here",
  502: "The backend failed",
  503: "The backend is down, or a setting is missing",
  504: "The backend takes too long",
};
/** Any call may end like this. */
export const COMMON_ERRORS = [429, 500, 502, 503, 504] as const;
