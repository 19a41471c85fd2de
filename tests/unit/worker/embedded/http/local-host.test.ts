import { expect, test } from "vitest";
import { isLocalHost } from "../../../../../worker/embedded/http/local-host";

test.each([
  "localhost",
  "localhost:5173",
  "LOCALHOST:8787",
  "navarambh.localhost:5173",
  "127.0.0.1:8787",
  "[::1]:8787",
  "192.168.1.20:5173",
  "[fe80::1]:5173",
])("%s is a local host", (host) => {
  expect(isLocalHost(host)).toBe(true);
});

test.each([
  "evil.example",
  "evil.example:5173",
  "localhost.evil.example",
  "evillocalhost",
  "127.0.0.1.evil.example",
  "192-168-1-20.evil.example:5173",
  "user@evil.example",
  "evil.example/localhost",
  "localhost.",
  "",
  "two words",
])("%s is not a local host", (host) => {
  expect(isLocalHost(host)).toBe(false);
});
