// Settings of a deployment that protect members, and that no local server shows.
import { join } from "node:path";
import { expect, test } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";

const configOf = (env: string | undefined) =>
  readConfig({ config: join(import.meta.dirname, "../../../wrangler.toml"), env });

// Addresses hold the secrets of mailed links and uploads.
test.each([undefined, "local"])("the logs have no query, and nothing is traced, in the environment %s", (env) => {
  const config = configOf(env);
  expect(config.observability).toMatchObject({
    redact_query_string: true,
    logs: { invocation_logs: false },
    traces: { enabled: false },
  });
});

// In front of a local server Wrangler has a Worker of its own, which takes them.
test.each([undefined, "local"])("sockets take no compressed messages in the environment %s", (env) => {
  expect(configOf(env).compatibility_flags).toContain("no_web_socket_compression");
});
