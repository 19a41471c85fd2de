// Addresses hold the secrets of mailed links and uploads, so the logs and traces of a deployment must not have them.
import { join } from "node:path";
import { expect, test } from "vitest";
import { unstable_readConfig as readConfig } from "wrangler";

test.each([undefined, "local"])("the logs have no query, and nothing is traced, in the environment %s", (env) => {
  const config = readConfig({ config: join(import.meta.dirname, "../../../wrangler.toml"), env });
  expect(config.observability).toMatchObject({
    redact_query_string: true,
    logs: { invocation_logs: false },
    traces: { enabled: false },
  });
});
