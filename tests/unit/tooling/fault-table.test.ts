import { expect, test } from "vitest";
import { type FaultRow, formatFaultTable } from "../../support/fault-table";

const row = (cut: string, change: Partial<FaultRow> = {}): FaultRow => ({
  journey: "Sign-in",
  step: "the form",
  call: "GET /account",
  cut,
  sees: "502",
  finds: "signed in",
  ...change,
});

test("each step has an aligned table, in which ways to cut a call that end alike share a line", () => {
  const rows = [
    row("refused"),
    row("HTML"),
    row("stall after", { sees: "504" }),
    ...["refused", "HTML", "stall after"].map((cut) => row(cut, { step: "the code", sees: "signed in", finds: "" })),
  ];
  expect(formatFaultTable(rows)).toBe(`\
## Sign-in: the form

| call         | cut           | what the person sees | what the next try finds |
|--------------|---------------|----------------------|-------------------------|
| GET /account | refused, HTML | 502                  | signed in               |
| GET /account | stall after   | 504                  | signed in               |

## Sign-in: the code

| call         | cut      | what the person sees | what the next try finds |
|--------------|----------|----------------------|-------------------------|
| GET /account | each way | signed in            |                         |
`);
});
