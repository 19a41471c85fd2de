import { data } from "react-router";
import { UNREACHABLE } from "./error-words";

/**
 * Runs a route's server action from the browser and turns "no answer at all" into one, so that the form, and all that was typed
 * into it, stays where it is. Redirects go on as they are.
 */
export async function orUnreachable<AnswerType>(
  serverAction: () => Promise<AnswerType>,
  answer: (words: string) => AnswerType,
) {
  try {
    return await serverAction();
  } catch (thrown) {
    if (thrown instanceof Response) throw thrown;
    console.warn("no answer from the edge", thrown);
    // With this status the router does not go on to ask for the loaders' data, which would fail as well.
    return data(answer(UNREACHABLE), { status: 503 });
  }
}
