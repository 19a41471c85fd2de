// Members to measure with, and the forms that browsers without scripts would send for them.

import type { StandaloneAppwrite } from "../../support/appwrite.ts";
import { createPerson, type Person, signUpOverApi } from "../../support/people.ts";
import type { RequestOptions } from "./wire.ts";
import type { Workerd } from "./workerd.ts";

/** Makes an account over the edge. @returns its cookie there, and the secret of a session made straight at the backend */
export async function memberOf(edge: Pick<Workerd, "origin">, backend: StandaloneAppwrite) {
  const who = someone();
  const cookie = await signUpOverApi(edge, who);
  const answer = await fetch(`${backend.origin}/v1/account/sessions/email`, {
    method: "POST",
    headers: {
      "Content-Type": "application/json",
      "X-Appwrite-Project": "navarambh",
      "X-Appwrite-Key": backend.apiKey,
    },
    body: JSON.stringify({ email: who.email, password: who.password }),
  });
  if (answer.status !== 201) throw new Error(`A session answered ${answer.status}: ${await answer.text()}`);
  const { secret } = (await answer.json()) as { secret: string };
  return { who, cookie, secret };
}

export function signInForm({ origin }: Pick<Workerd, "origin">, { email, password }: Person): RequestOptions {
  return post(origin, "/login", { email, password });
}

/** Somebody new joins, with every answer but the file. */
export function signUpForm({ origin }: Pick<Workerd, "origin">): RequestOptions {
  const { companyUrl: _, student, ...common } = someone();
  return post(origin, "/signup", { ...common, ...student, confirmPassword: common.password, agree: "on" });
}

/** Nobody whom an earlier run has made. */
export function someone(): Person {
  const who = createPerson();
  return {
    ...who,
    email: who.email.replace("@", `.${Date.now()}@`),
    phone: `${7_000_000_000 + Math.floor(Math.random() * 2e9)}`,
  };
}

function post(origin: string, path: string, fields: Record<string, string>): RequestOptions {
  const headers = { "Content-Type": "application/x-www-form-urlencoded", Origin: origin };
  return { method: "POST", path, headers, body: new URLSearchParams(fields).toString() };
}
