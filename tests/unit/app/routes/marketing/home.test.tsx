import { parse } from "node-html-parser";
import { expect, test } from "vitest";
import Home from "../../../../../app/routes/marketing/home";
import NotFound, { loader, meta } from "../../../../../app/routes/marketing/not-found";
import { readLinks, readText, renderPage } from "./render-page";

const html = renderPage(Home, "/", { hasLeft: false });
const text = readText(html);
const headings = (level: string) =>
  parse(html)
    .querySelectorAll(level)
    .map((heading) => readText(heading.innerHTML));

test("whoever has just deleted their account reads it above everything else, nobody else does", () => {
  const words = "Your account is deleted. Your profile, your file and your sign-ins went with it.";
  expect(readText(renderPage(Home, "/", { hasLeft: true })).startsWith(words)).toBe(true);
  expect(text).not.toContain(words);
});

test("the headline and a button to join", () => {
  expect(headings("h1")).toEqual(["Launch Your Ideas, Build the Future"]);
  expect(readLinks(html)).toContainEqual({ text: "Join Navarambh", href: "/signup" });
});

test.each(["Partner Institutions 100+", "Industry Partners 50+", "Students Impacted 1000+", "Startup Projects 25+"])(
  "the figure %s",
  (figure) => {
    expect(text).toContain(figure);
  },
);

test("what the product is, in four points", () => {
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
])("the feature %s", (title) => {
  expect(headings("h3")).toContain(title);
});

test("the founder's story", () => {
  expect(text).toContain("Founder, Navarambh");
});

test("three steps in their order", () => {
  expect(text).toMatch(/How it Works.*Join the Platform.*Start or Join Projects.*Build & Scale/);
});

test("three ways to collaborate, four benefits each", () => {
  const section = html.slice(html.indexOf('id="collaborate"'), html.indexOf('id="said"'));
  expect(readText(section)).toMatch(/Industry Partners.*Educational Institutions.*Startup Ecosystem/);
  expect(section.match(/<li>/g)).toHaveLength(12);
});

test("three testimonials with five stars each", () => {
  expect(html.match(/aria-label="5 out of 5 stars"/g)).toHaveLength(3);
  expect(html.match(/<figcaption/g)).toHaveLength(3);
});

test("the closing buttons lead to sign-up", () => {
  const links = readLinks(html);
  expect(links).toContainEqual({ text: "Register & Create Profile", href: "/signup" });
  expect(links).toContainEqual({ text: "Start a Project", href: "/signup" });
});

test("nothing carries a style attribute, which the content security policy would drop", () => {
  expect(html).not.toMatch(/ style=/);
});

test("an unknown path shows the same page with status 404, kept out of search engines, the home page as canonical", () => {
  // The very same HTML, so that all unknown paths can share it.
  expect(renderPage(NotFound, "/nowhere") === html).toBe(true);
  expect(loader().init).toMatchObject({ status: 404 });
  expect(meta()).toContainEqual({ name: "robots", content: "noindex" });
  expect(meta()).toContainEqual({ tagName: "link", rel: "canonical", href: "https://navarambh.example/" });
});
