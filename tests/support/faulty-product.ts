// The product on a backend with faults, and the requests that both files of tests/pages/backend-faults-*.test.ts make.
import { beforeEach, expect } from "vitest";
import { startProductOn } from "./appwrite";
import { restoreBackend, useFaultyAppwrite } from "./faulty-appwrite";
import { type HttpPage, postForm } from "./http";
import { createPerson, type Person, signUpOverApi } from "./people";
import { useServer } from "./product";

export const BACKEND_FAILED = "Something went wrong on our side. Try again.";
const BACKEND_DOWN = "Navarambh cannot reach its records right now. Try again in a minute.";

/** An internal error of the backend. Its message must not be shown to anybody. */
export const OUTAGE = { code: 500, type: "general_unknown", message: "Server Error: node-3 lost its disk" };

/**
 * The message of a form whose call to a disconnected backend failed, by the response's status.
 * Both pairs are correct: a call that fails is a 502. But background calls also count as failures, and after four of them in a
 * row the circuit breaker (worker/appwrite/circuit.ts) is open. Then the call is not made, and the response is a 503.
 */
export function disconnectedMessage({ status }: HttpPage): string {
  expect([502, 503]).toContain(status);
  return status === 503 ? BACKEND_DOWN : BACKEND_FAILED;
}

/** Starts the product on a faulty backend before the tests of a file, and restores the backend before each test. */
export function useFaultyProduct() {
  const appwrite = useFaultyAppwrite();
  const server = useServer({ start: () => startProductOn(appwrite()), mayLogErrors: true });
  const restore = () => restoreBackend(appwrite(), server());
  beforeEach(restore);
  return {
    appwrite,
    server,
    restore,
    async newMember(person: Person = createPerson({ role: "Mentor" })) {
      return { person, cookie: await signUpOverApi(server(), person) };
    },
    signIn: ({ email, password }: Person) => postForm(server(), "/login", { email, password }),
    signUp({ role, name, email, phone, location, companyUrl, password }: Person, file?: File) {
      const form = new FormData();
      const fields = {
        role,
        name,
        email,
        phone,
        location,
        companyUrl,
        password,
        confirmPassword: password,
        agree: "yes",
      };
      for (const [field, value] of Object.entries(fields)) form.set(field, value);
      if (file) form.set("portfolio", file);
      return postForm(server(), "/signup", form);
    },
    /** The product's calls to the backend, without health checks. */
    backendCalls: () =>
      appwrite()
        .calls()
        .filter((call) => !call.startsWith("GET /health/")),
  };
}
