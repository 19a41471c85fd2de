// The styles of the API's page. Colours and fonts are those of app/app.css and app/styles/fonts.css; a test compares them.

const FONTS = `
@font-face { font-family: "Bricolage Grotesque"; src: url("/fonts/bricolage.woff2") format("woff2"); font-weight: 700; font-display: swap; }
@font-face { font-family: "Mukta"; src: url("/fonts/mukta-400.woff2") format("woff2"); font-weight: 400; font-display: swap; }
@font-face { font-family: "Mukta"; src: url("/fonts/mukta-700.woff2") format("woff2"); font-weight: 700; font-display: swap; }
`;

const COLORS = `
:root {
  color-scheme: light dark;
  --color-ground: light-dark(oklch(0.972 0.014 86), oklch(0.222 0.078 266));
  --color-surface: light-dark(oklch(0.993 0.006 86), oklch(0.272 0.088 266));
  --color-tint: light-dark(oklch(0.938 0.024 84), oklch(0.252 0.086 266));
  --color-line: light-dark(oklch(0.872 0.026 82), oklch(0.375 0.085 265));
  --color-edge: light-dark(oklch(0.56 0.05 268), oklch(0.64 0.075 264));
  --color-ink: light-dark(oklch(0.265 0.08 266), oklch(0.955 0.016 86));
  --color-ink-soft: light-dark(oklch(0.445 0.055 266), oklch(0.81 0.034 264));
  --color-link: light-dark(oklch(0.43 0.15 262), oklch(0.83 0.085 255));
  --color-focus: light-dark(oklch(0.48 0.19 262), oklch(0.83 0.15 78));
  --color-cloth: light-dark(oklch(0.285 0.105 265), oklch(0.312 0.115 264));
  --color-cloth-line: light-dark(oklch(0.45 0.1 264), oklch(0.48 0.11 263));
  --color-on-cloth: oklch(0.965 0.016 86);
  --color-marigold: light-dark(oklch(0.8 0.16 74), oklch(0.815 0.16 75));
  --color-on-marigold: light-dark(oklch(0.235 0.08 266), oklch(0.215 0.075 266));
  --color-clay: light-dark(oklch(0.48 0.165 29), oklch(0.79 0.115 32));
  --color-leaf: light-dark(oklch(0.44 0.105 152), oklch(0.82 0.13 152));
}
`;

const BASE = `
*, ::before, ::after { box-sizing: border-box; }
html { -webkit-text-size-adjust: 100%; scroll-padding-top: 1rem; }
body { margin: 0; background: var(--color-ground); color: var(--color-ink); font: 400 1.125rem/1.5 Mukta, system-ui, sans-serif; overflow-wrap: break-word; }
h1, h2, h3, h4 { margin: 0; font-family: "Bricolage Grotesque", system-ui, sans-serif; font-weight: 700; letter-spacing: -0.012em; text-wrap: balance; }
h1 { font-size: clamp(2rem, 1.63rem + 1.75vw, 3.125rem); line-height: 1.06; }
h2 { font-size: clamp(1.5625rem, 1.42rem + 0.68vw, 2rem); line-height: 1.18; }
h3 { font-size: clamp(1.125rem, 1rem + 0.4vw, 1.3125rem); line-height: 1.3; }
h4 { margin-top: 1.5rem; font: 700 1rem/1.4 Mukta, system-ui, sans-serif; letter-spacing: 0; }
p { margin: 0; text-wrap: pretty; }
a { color: var(--color-link); text-underline-offset: 20%; }
a:hover { text-decoration-thickness: 2px; }
:focus-visible { outline: 3px solid var(--color-focus); outline-offset: 3px; border-radius: 2px; }
code, pre { font-family: ui-monospace, SFMono-Regular, Menlo, Consolas, "Liberation Mono", monospace; }
code { font-size: 0.9em; overflow-wrap: anywhere; }
`;

const LAYOUT = `
.skip { position: absolute; left: 1rem; top: -6rem; z-index: 1; padding: 0.75rem 1rem; background: var(--color-surface); }
.skip:focus { top: 1rem; }
header { background: var(--color-cloth); color: var(--color-on-cloth); padding: 1.5rem 0 2rem; --color-focus: var(--color-marigold); }
header a { color: inherit; }
.home { display: inline-flex; align-items: center; gap: 0.6rem; min-height: 2.75rem; margin-bottom: 1rem; font-weight: 700; text-decoration: none; }
.home:hover { text-decoration: underline; }
.home svg { flex: none; width: 2rem; height: 2rem; }
header p { max-width: 38rem; margin-top: 0.75rem; }
.thread { height: 12px; background: radial-gradient(circle at 8px 6px, var(--color-cloth) 1.1px, var(--color-edge) 1.6px 3.4px, transparent 4px) 0 0 / 16px 12px; }
.width { width: min(100% - 2 * clamp(18px, 5vw, 4rem), 75rem); margin-inline: auto; }
nav { padding-top: 1.5rem; }
nav h2 { font-size: 1.125rem; }
nav ul { margin: 0.5rem 0 0; padding: 0; list-style: none; }
nav > ul { display: flex; flex-wrap: wrap; gap: 0 1.25rem; }
nav a { display: inline-flex; align-items: center; min-height: 2.75rem; }
nav li ul { display: none; }
main { padding-bottom: 5rem; min-width: 0; }
main:focus { outline: 0; }
@media (min-width: 64rem) {
  .columns { display: grid; grid-template-columns: 19rem minmax(0, 1fr); gap: 4rem; }
  nav { position: sticky; top: 0; align-self: start; max-height: 100vh; overflow-y: auto; padding: 2rem 0.5rem 2rem 0; }
  nav > ul { display: block; }
  nav > ul > li { margin-bottom: 0.75rem; }
  nav a { min-height: 1.75rem; }
  nav > ul > li > a { font-weight: 700; }
  nav li ul { display: block; margin: 0; }
  nav li li a { align-items: baseline; gap: 0.5rem; font-size: 0.9375rem; color: var(--color-ink); text-decoration: none; }
  nav li li a:hover { text-decoration: underline; }
  nav li li span { flex: none; width: 3.6rem; font-size: 0.75rem; font-weight: 700; color: var(--color-ink-soft); }
}
`;

const CONTENT = `
main > section { padding-top: 2.5rem; }
.intro { max-width: 38rem; margin-top: 0.5rem; }
.intro + .intro { margin-top: 1rem; }
.call { margin-top: 2rem; padding-top: 1.5rem; border-top: 1px solid var(--color-line); }
.call > p { max-width: 42rem; margin-top: 0.5rem; }
.call h3 { display: flex; flex-wrap: wrap; align-items: center; gap: 0.25rem 0.75rem; }
.call h3 a { color: inherit; text-decoration: none; }
.call h3 a:hover { text-decoration: underline; }
.method { padding: 0.1rem 0.5rem; border-radius: 3px; background: var(--color-cloth); color: var(--color-on-cloth); font: 700 0.875rem/1.5 Mukta, system-ui, sans-serif; letter-spacing: 0.04em; }
.method-post, .method-put, .method-patch { background: var(--color-marigold); color: var(--color-on-marigold); }
.method-delete { background: var(--color-clay); color: var(--color-surface); }
.access { color: var(--color-ink-soft); }
table { width: 100%; margin-top: 0.5rem; border-collapse: collapse; font-size: 1rem; line-height: 1.45; }
th, td { padding: 0.5rem 0.75rem 0.5rem 0; border-bottom: 1px solid var(--color-line); text-align: left; vertical-align: top; font-weight: 400; }
thead th { font-weight: 700; }
tbody th { width: 35%; }
.statuses tbody th, .statuses thead th:first-child { width: 4.5rem; }
td small, th small { display: block; font-size: 0.9375rem; color: var(--color-ink-soft); }
pre { margin: 0.5rem 0 0; padding: 0.75rem 1rem; border: 1px solid var(--color-line); border-radius: 4px; background: var(--color-surface); font-size: 0.875rem; line-height: 1.55; white-space: pre-wrap; overflow-wrap: anywhere; tab-size: 2; }
details { margin-top: 0.75rem; }
summary { width: fit-content; min-height: 2.75rem; padding: 0.5rem 0; font-weight: 700; cursor: pointer; }
.request { display: flex; flex-wrap: wrap; align-items: end; gap: 0 0.5rem; min-height: 2.75rem; margin-top: 1.5rem; }
.request h4 { margin: 0 auto 0 0; }
.button { display: inline-flex; align-items: center; min-height: 2.75rem; padding: 0.25rem 1rem; border: 1.5px solid var(--color-edge); border-radius: 4px; background: none; color: var(--color-ink); font: 700 1rem/1.4 Mukta, system-ui, sans-serif; text-decoration: none; cursor: pointer; }
.button:hover { background: var(--color-tint); border-color: var(--color-ink); }
.call .status { margin-top: 0.75rem; font-weight: 700; color: var(--color-leaf); }
.call .status:empty { margin: 0; }
.call .failed { color: var(--color-clay); }
.result { max-height: 24rem; overflow: auto; }
@media (forced-colors: active) { .method { border: 1px solid; } .thread { display: none; } }
@media print { nav, .button { display: none; } header { background: none; color: inherit; } pre { break-inside: avoid; } }
`;

export const STYLES = FONTS + COLORS + BASE + LAYOUT + CONTENT;
