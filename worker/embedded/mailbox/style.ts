// The mailbox page's one style sheet, inline on the page and allowed by its hash.

export const MAILBOX_STYLE = `
:root{color-scheme:light dark;--ground:oklch(97.5% .012 85);--sheet:oklch(99.4% .005 85);--ink:oklch(27% .07 275);
--soft:oklch(45% .045 275);--line:oklch(87% .02 80);--action:oklch(36% .12 275);--on-action:oklch(98% .01 85);--tint:oklch(94% .035 80)}
@media (prefers-color-scheme:dark){:root{--ground:oklch(20% .045 275);--sheet:oklch(25% .05 275);--ink:oklch(95% .012 85);
--soft:oklch(79% .025 275);--line:oklch(38% .05 275);--action:oklch(83% .13 80);--on-action:oklch(22% .05 275);--tint:oklch(31% .055 275)}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1rem/1.6 system-ui,sans-serif}
header,main{max-width:44rem;margin:0 auto;padding:0 1rem}
header{padding-top:2.5rem;padding-bottom:1.5rem}
h1{margin:0 0 .5rem;font-size:clamp(1.8rem,6vw,2.6rem);line-height:1.1;letter-spacing:-.02em;text-wrap:balance}
h2{margin:0 0 .25rem;font-size:1.2rem;line-height:1.3;text-wrap:balance}
p{margin:0 0 .75rem;text-wrap:pretty}
header p{color:var(--soft)}
.place{margin:0 0 .5rem;font-size:.9rem;color:var(--soft)}
main{display:grid;gap:1rem;padding-bottom:4rem}
article,.empty{background:var(--sheet);border:1px solid var(--line);border-radius:.75rem;padding:1.25rem;min-width:0}
.empty{border-style:dashed;text-align:center;padding:3rem 1.25rem}
.meta{display:flex;flex-wrap:wrap;gap:.1rem .9rem;font-size:.9rem;color:var(--soft);overflow-wrap:anywhere}
.code,.phrase{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem .75rem;background:var(--tint);border-radius:.5rem;padding:.6rem .9rem}
.code span,.phrase span{font-size:.9rem;color:var(--soft)}
.code strong{font:700 1.75rem/1.2 ui-monospace,monospace;letter-spacing:.15em}
a{color:var(--action);text-underline-offset:.2em}
.again,.action{display:inline-flex;align-items:center;min-height:2.75rem}
.action{padding:0 1.1rem;border-radius:.5rem;background:var(--action);color:var(--on-action);font-weight:600;text-decoration:none}
.address{margin:0;font:.8rem/1.5 ui-monospace,monospace;color:var(--soft);overflow-wrap:anywhere}
article>p:last-child{margin-bottom:0}
a:focus-visible{outline:3px solid var(--ink);outline-offset:3px;border-radius:.5rem}
`;
