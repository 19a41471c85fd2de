import { expect, test } from "vitest";
import { isLoopback, isPrivate } from "../../../../worker/http/local-network";

test.each([
  ["localhost", "loopback"],
  ["appwrite.localhost", "loopback"],
  ["127.0.0.1", "loopback"],
  ["127.1", "loopback"],
  ["[::1]", "loopback"],
  ["appwrite", "private"],
  ["appwrite.local", "private"],
  ["host.docker.internal", "private"],
  ["10.0.0.1", "private"],
  ["172.16.0.1", "private"],
  ["172.31.255.255", "private"],
  ["192.168.1.20", "private"],
  ["[fc00::1]", "private"],
  ["[fd12:3456::1]", "private"],
  ["[fe80::1]", "private"],
  ["[febf::1]", "private"],
  ["evil.example", "public"],
  ["localhost.example", "public"],
  ["evillocalhost.example", "public"],
  ["10.evil.example", "public"],
  ["127.0.0.1.evil.example", "public"],
  ["internal.example", "public"],
  ["8.8.8.8", "public"],
  ["11.0.0.1", "public"],
  ["172.15.0.1", "public"],
  ["172.32.0.1", "public"],
  ["192.169.0.1", "public"],
  ["[::]", "public"],
  ["[::2]", "public"],
  ["[fc::1]", "public"],
  ["[fd:1::1]", "public"],
  ["[fec0::1]", "public"],
  ["[2001:db8::1]", "public"],
  ["[::ffff:8.8.8.8]", "public"],
])("%s is %s", (host, network) => {
  const { hostname } = new URL(`http://${host}`);
  expect(isLoopback(hostname)).toBe(network === "loopback");
  expect(isLoopback(hostname) || isPrivate(hostname)).toBe(network !== "public");
});
