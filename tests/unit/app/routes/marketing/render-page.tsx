// Renders a route's component as the server does, for tests that read the page's words and links.
import type { ComponentType } from "react";
import { renderToStaticMarkup } from "react-dom/server";
import { createRoutesStub } from "react-router";

/** The text of some HTML as it is read: tags are gaps, entities are signs, runs of spaces are one. */
export function readText(html: string): string {
  return html
    .replace(/<[^>]+>/g, " ")
    .replace(/&amp;/g, "&")
    .replace(/&#x27;/g, "'")
    .replace(/&quot;/g, '"')
    .replace(/\s+/g, " ")
    .trim();
}

/** Every link of some HTML: its words and where it leads, in order. */
export function readLinks(html: string): { text: string; href: string }[] {
  return [...html.matchAll(/<a [^>]*?href="([^"]*)"[^>]*>(.*?)<\/a>/gs)].map(([, href = "", inner = ""]) => ({
    text: readText(inner),
    href: href.replace(/&amp;/g, "&"),
  }));
}

/** The HTML of a page at `path`, with the loader's data if it has any. */
// biome-ignore lint/suspicious/noExplicitAny: a route's own component wants props that only React Router makes
export function renderPage(Component: ComponentType<any>, path: string, loaderData?: unknown): string {
  const Stub = createRoutesStub([{ id: "page", path, Component, loader: () => loaderData ?? null }]);
  return renderToStaticMarkup(
    <Stub initialEntries={[path]} hydrationData={{ loaderData: { page: loaderData ?? null } }} />,
  );
}
