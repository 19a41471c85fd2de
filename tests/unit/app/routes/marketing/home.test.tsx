import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import Home from "../../../../../app/routes/marketing/home";
import NotFound, { loader, meta } from "../../../../../app/routes/marketing/not-found";
import { readLinks, readText, renderPage } from "./render-page";

const html = renderPage(Home, "/", { isAccountDeleted: false });
const text = readText(html);
const headings = (level: string) =>
  parse(html)
    .querySelectorAll(level)
    .map((heading) => readText(heading.innerHTML));

test("the confirmation of a deleted account is above all other content, and only after a deletion", () => {
  const confirmation = "Your account is deleted. Your profile, your file and your sign-ins went with it.";
  expect(readText(renderPage(Home, "/", { isAccountDeleted: true })).startsWith(confirmation)).toBe(true);
  expect(text).not.toContain(confirmation);
});

test("the page has the headline and a link to join", () => {
  expect(headings("h1")).toEqual(["Launch Your Ideas, Build the Future"]);
  expect(readLinks(html)).toContainEqual({ text: "Join Navarambh", href: "/signup" });
});

test.each(["Partner Institutions 100+", "Industry Partners 50+", "Students Impacted 1000+", "Startup Projects 25+"])(
  "the page shows the statistic %s",
  (figure) => {
    expect(text).toContain(figure);
  },
);

test("the section about the product has four points", () => {
  const section = html.slice(html.indexOf('id="what"'), html.indexOf('id="features"'));
  expect(readText(section)).toContain("What is Navarambh?");
  expect(section.match(/<li>/g)).toHaveLength(4);
});

test.each([
  "Flexible Contributions",
  "Collaborative Projects",
  "Student Programs",
  "Expert Mentorship",
  "Global Reach",
  "Flexible Timeline",
])("the page has the feature %s", (title) => {
  expect(headings("h3")).toContain(title);
});

test("the page has the founder's story", () => {
  expect(text).toContain("Founder, Navarambh");
});

test("the page lists the three steps in order", () => {
  expect(text).toMatch(/How it Works.*Join the Platform.*Start or Join Projects.*Build & Scale/);
});

test("the page has three kinds of partners with four benefits each", () => {
  const section = html.slice(html.indexOf('id="collaborate"'), html.indexOf('id="said"'));
  expect(readText(section)).toMatch(/Industry Partners.*Educational Institutions.*Startup Ecosystem/);
  expect(section.match(/<li>/g)).toHaveLength(12);
});

test("the page has three testimonials with five stars each", () => {
  expect(html.match(/aria-label="5 out of 5 stars"/g)).toHaveLength(3);
  expect(html.match(/<figcaption/g)).toHaveLength(3);
});

test("the closing buttons lead to sign-up", () => {
  const links = readLinks(html);
  expect(links).toContainEqual({ text: "Register & Create Profile", href: "/signup" });
  expect(links).toContainEqual({ text: "Start a Project", href: "/signup" });
});

test("no element has a style attribute, which the content security policy forbids", () => {
  expect(html).not.toMatch(/ style=/);
});

test("an unknown path shows the same page with status 404, kept out of search engines, the home page as canonical", () => {
  // The same HTML for all unknown paths, so that they can share one cached page.
  expect(renderPage(NotFound, "/nowhere") === html).toBe(true);
  expect(loader().init).toMatchObject({ status: 404 });
  expect(meta()).toContainEqual({ name: "robots", content: "noindex" });
  expect(meta()).toContainEqual({ tagName: "link", rel: "canonical", href: "https://navarambh.example/" });
});
