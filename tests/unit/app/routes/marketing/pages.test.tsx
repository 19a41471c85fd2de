import { expect, test } from "vitest";
import About, { action } from "../../../../../app/routes/marketing/about";
import Collaboration from "../../../../../app/routes/marketing/collaboration";
import Cookies from "../../../../../app/routes/marketing/cookies";
import Launchpad from "../../../../../app/routes/marketing/launchpad";
import Privacy from "../../../../../app/routes/marketing/privacy";
import Terms from "../../../../../app/routes/marketing/terms";
import { readLinks, readText, renderPage } from "./render-page";

test.each([
  ["about", About],
  ["collaboration", Collaboration],
  ["cookies", Cookies],
  ["launchpad", Launchpad],
  ["privacy", Privacy],
  ["terms", Terms],
])("the page %s has one h1, headings that skip no level, and no style attribute", (name, Page) => {
  const html = renderPage(Page, `/${name}`, { poster: "data:," });
  const levels = [...html.matchAll(/<h([1-6])/g)].map(([, level]) => Number(level));
  expect(levels.filter((level) => level === 1)).toHaveLength(1);
  for (const [i, level] of levels.entries()) expect(level - (levels[i - 1] ?? 0)).toBeLessThanOrEqual(1);
  expect(html).not.toMatch(/ style=/);
});

test("the collaboration page has five sections, the partners, and counters with their targets", () => {
  const html = renderPage(Collaboration, "/collaboration");
  const text = readText(html);
  expect(text).toMatch(
    /Collaboration Opportunities.*College & Institutional Collaboration.*Partner Companies.*Partner Institutions.*Ready to Collaborate\?/,
  );
  for (const title of ["MoUs", "Incubators", "International Reach", "Partner Benefits"]) expect(text).toContain(title);
  for (const title of ["Live startup projects", "Real-time entrepreneurship experience", "Career mentorship"]) {
    expect(text).toContain(title);
  }
  const counters = [...html.matchAll(/data-count="(\d+)" data-steps="(\d+)"/g)].map(([, target, steps]) => [
    Number(target),
    Number(steps),
  ]);
  expect(counters).toEqual([
    [100, 50],
    [100, 40],
    [50, 40],
    [1000, 40],
    [25, 40],
  ]);
  const itemsOf = (section: string) =>
    html.match(new RegExp(`aria-labelledby="${section}".*?</section>`, "s"))?.[0].match(/<li[ >]/g);
  expect(itemsOf("companies")).toHaveLength(6);
  expect(itemsOf("institutions")).toHaveLength(8);
});

test("the about page links to its about section and has the contact form with four fields", () => {
  const html = renderPage(About, "/about");
  const text = readText(html);
  expect(readLinks(html)).toContainEqual({ text: "Discover More", href: "/about#about" });
  expect(html).toContain('id="about"');
  expect(text).toContain("What Makes Us Unique");
  expect(text).toContain("Get in Touch");
  expect([...html.matchAll(/<(?:input|textarea)[^>]* name="(\w+)"/g)].map(([, name]) => name)).toEqual([
    "fullName",
    "email",
    "subject",
    "message",
  ]);
  expect(html).toMatch(/<textarea[^>]* rows="6"/);
  expect(text).toContain("Send Message");
});

function post(fields: Record<string, string>) {
  const request = new Request("https://navarambh.example/about", { method: "POST", body: new URLSearchParams(fields) });
  // The action reads only the request.
  return action({ request } as Parameters<typeof action>[0]);
}

test("the about page's action returns the errors, or the valid message, of a contact form", async () => {
  const empty = await post({});
  expect(empty.init).toMatchObject({ status: 422 });
  expect(Object.keys(empty.data.errors)).toEqual(["fullName", "email", "subject", "message"]);

  const ready = await post({ fullName: "Meera", email: "m@x.example", subject: "Hello", message: "A lab" });
  expect(ready.init).toMatchObject({ status: 200 });
  expect(ready.data).toMatchObject({ errors: {}, message: { fullName: "Meera" } });
});

test("the launchpad page has six claims, two links, and a muted video with controls for browsers without JavaScript", () => {
  const html = renderPage(Launchpad, "/launchpad", { poster: "data:," });
  const text = readText(html);
  for (const claim of ["students 500+", "startups 150+", "placement success 85%", "mentors 50+", "projects 1000+"]) {
    expect(text).toContain(claim);
  }
  expect(text).toMatch(/funding .*2Cr\+/);
  const links = readLinks(html);
  expect(links).toContainEqual({ text: "Start Your Journey", href: "/signup" });
  expect(links).toContainEqual({ text: "Success Stories", href: "/stories" });
  const video = html.match(/<video[^>]*>/)?.[0] ?? "";
  for (const attribute of ["muted", "loop", "playsInline", "controls", 'preload="none"', "poster="]) {
    expect(video.toLowerCase()).toContain(attribute.toLowerCase());
  }
  expect(video).not.toContain("autoplay");
});

test("terms and privacy link to the contact e-mail and phone", () => {
  for (const html of [renderPage(Terms, "/terms"), renderPage(Privacy, "/privacy")]) {
    expect(readLinks(html)).toContainEqual({
      text: "hello@navarambh.example",
      href: "mailto:hello@navarambh.example",
    });
    expect(readLinks(html)).toContainEqual({ text: "+91 20 5550 0100", href: "tel:+912055500100" });
  }
});

test("the terms state the purpose, that nothing is guaranteed, and the minimum age", () => {
  const text = readText(renderPage(Terms, "/terms"));
  expect(text).toContain("students, professionals and entrepreneurs collaborate, develop projects and explore startup");
  expect(text).toContain("do not guarantee the success or funding of any project");
  expect(text).toMatch(/18 or older, or be supervised by a parent or guardian/);
});

test("the cookies page lists the four cookies that the site sets", () => {
  const html = renderPage(Cookies, "/cookies");
  expect([...html.matchAll(/<code>(.*?)<\/code>/g)].map(([, name]) => name)).toEqual([
    "__Host-session",
    "__Host-second-factor",
    "__Host-device",
    "__Host-flash",
  ]);
});
