import { expect, test } from "vitest";
import { SiteFooter } from "../../../../app/components/site-footer";
import { SiteHeader } from "../../../../app/components/site-header";
import { MAIN_NAVIGATION } from "../../../../app/content/navigation";
import { readLinks, readText, renderPage } from "../routes/marketing/render-page";

const MAIN = MAIN_NAVIGATION.map(({ to, label }) => ({ text: label, href: to }));

const navs = (html: string) => [...html.matchAll(/<nav .*?<\/nav>/gs)].map(([nav]) => nav);

test("both navigations of the header hold the same links, the current one marked", () => {
  const html = renderPage(() => <SiteHeader member={null} />, "/about");
  for (const nav of navs(html)) {
    expect(readLinks(nav)).toEqual(MAIN);
    expect(nav.match(/aria-current="page"/g)).toHaveLength(1);
    expect(nav).toMatch(/<a [^>]*aria-current="page"[^>]*href="\/about"/);
  }
  expect(navs(html)).toHaveLength(2);
});

test("a story's page marks Stories as current, not Home", () => {
  const html = renderPage(() => <SiteHeader member={null} />, "/stories/onion-meter");
  expect(html.match(/<a [^>]*aria-current="page"[^>]*href="([^"]*)"/)?.[1]).toBe("/stories");
});

test("a guest sees links to sign in and sign up, and no Logout button", () => {
  const html = renderPage(() => <SiteHeader member={null} />, "/");
  const links = readLinks(html);
  expect(links.filter(({ text, href }) => text === "Sign in" && href === "/login")).toHaveLength(2);
  expect(links.filter(({ text, href }) => text === "Get Started" && href === "/signup")).toHaveLength(2);
  expect(html).not.toContain("/logout");
});

test("a member has a menu with name, Dashboard, Settings and Logout, which is a form", () => {
  const html = renderPage(() => <SiteHeader member={{ id: "m1", name: "Meera Kulkarni" }} />, "/");
  expect(readText(html)).toContain("Meera Kulkarni Dashboard Settings Logout");
  expect(readLinks(html)).toContainEqual({ text: "Dashboard", href: "/dashboard" });
  expect(readLinks(html)).toContainEqual({ text: "Settings", href: "/settings" });
  const form = html.match(/<form[^>]*>(?=<button[^>]*type="submit")/)?.[0];
  expect(form).toContain('action="/logout"');
  expect(form).toContain('method="post"');
  expect(readText(html)).not.toContain("Sign in ");
});

test("the footer has pages, legal pages, programs as plain text, contact and credit", () => {
  const html = renderPage(() => <SiteFooter socialLinks={{}} />, "/");
  const links = readLinks(html);
  for (const link of MAIN) expect(links).toContainEqual(link);
  for (const path of ["/privacy", "/terms", "/cookies"]) expect(links.map(({ href }) => href)).toContain(path);
  expect(links).toContainEqual({ text: "hello@navarambh.example", href: "mailto:hello@navarambh.example" });
  expect(links).toContainEqual({ text: "+91 20 5550 0100", href: "tel:+912055500100" });
  expect(links.find(({ text }) => text === "Pune, Maharashtra")?.href).toMatch(/^https:.*search\?query=Pune/);
  const text = readText(html);
  expect(text).toContain("Student Entrepreneurship Mentorship Startup Incubation Career Development");
  expect(text).toContain("© 2025 Navarambh. All rights reserved.");
  expect(text).toContain("Developed by the Navarambh team");
  expect(text).toContain("Innovation Hub");
});

test("a social icon without a URL is not a link and cannot be focused", () => {
  const html = renderPage(() => <SiteFooter socialLinks={{ youtube: "https://video.example/navarambh" }} />, "/");
  expect(html.match(/<a [^>]*role="link" aria-disabled="true" aria-label="[^"]*, soon">/g)).toHaveLength(3);
  expect(html).toMatch(/<a [^>]*href="https:\/\/video\.example\/navarambh"[^>]*aria-label="YouTube"/);
});
