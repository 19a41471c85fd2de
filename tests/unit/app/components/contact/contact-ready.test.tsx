import { renderToStaticMarkup } from "react-dom/server";
import { expect, test } from "vitest";
import { ContactReady } from "../../../../../app/components/contact/contact-ready";

const message = { fullName: "Asha", email: "asha@example.in", subject: "Looms", message: "May I visit?" };

test("the panel takes focus and is no live region, so that screen readers read it once", () => {
  const html = renderToStaticMarkup(<ContactReady message={message} attempt={1} />);
  const [panel = "", heading = ""] = html.match(/^<section[^>]*>|<h3[^>]*>/g) ?? [];
  expect(panel).toContain('tabindex="-1"');
  expect(panel).not.toMatch(/role=|aria-live/);
  expect(heading.match(/id="([^"]+)"/)?.[1]).toBe(panel.match(/aria-labelledby="([^"]+)"/)?.[1]);
});
