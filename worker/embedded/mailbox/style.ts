// The mailbox page's inline style sheet, with the site's colours.

export const MAILBOX_STYLE = `
:root{color-scheme:light dark;--ground:oklch(.972 .014 86);--sheet:oklch(.993 .006 86);--tint:oklch(.938 .024 84);
--line:oklch(.872 .026 82);--ink:oklch(.265 .08 266);--soft:oklch(.445 .055 266);
--cloth:oklch(.285 .105 265);--knot:oklch(.45 .1 264);--on-cloth:oklch(.965 .016 86);--on-cloth-soft:oklch(.835 .04 262);
--marigold:oklch(.8 .16 74);--on-marigold:oklch(.235 .08 266);--focus:oklch(.48 .19 262)}
@media (prefers-color-scheme:dark){:root{--ground:oklch(.222 .078 266);--sheet:oklch(.272 .088 266);--tint:oklch(.312 .1 265);
--line:oklch(.375 .085 265);--ink:oklch(.955 .016 86);--soft:oklch(.81 .034 264);--focus:oklch(.83 .15 78)}}
*{box-sizing:border-box}
body{margin:0;background:var(--ground);color:var(--ink);font:1.0625rem/1.6 system-ui,sans-serif}
header{background:radial-gradient(circle,var(--knot) 2px,#0000 2.5px) 0 100%/1rem 1rem repeat-x var(--cloth);color:var(--on-cloth);padding:2.5rem 0 2rem}
header>div,main{max-width:44rem;margin:0 auto;padding:0 1.125rem}
h1{margin:0 0 .5rem;font-size:clamp(2rem,7vw,3rem);line-height:1.06;letter-spacing:-.02em;text-wrap:balance}
h2{margin:0 0 .25rem;font-size:1.25rem;line-height:1.25;text-wrap:balance}
p{margin:0 0 .75rem;text-wrap:pretty}
header p{color:var(--on-cloth-soft);max-width:36rem}
.place{margin:0 0 .5rem;font-size:.9375rem}
main{display:grid;gap:1rem;padding-top:1.5rem;padding-bottom:4rem}
article,.empty{background:var(--sheet);border:1px solid var(--line);padding:1.25rem;min-width:0}
article{border-left:4px solid var(--marigold)}
.empty{border-style:dashed;text-align:center;padding:3rem 1.25rem}
.meta{display:flex;flex-wrap:wrap;gap:.1rem .9rem;font-size:.9375rem;color:var(--soft);overflow-wrap:anywhere}
.code,.phrase{display:flex;flex-wrap:wrap;align-items:baseline;gap:.25rem .75rem;background:var(--tint);padding:.6rem .9rem}
.code span,.phrase span{font-size:.9375rem;color:var(--soft)}
.code strong{font:700 1.75rem/1.2 ui-monospace,monospace;letter-spacing:.15em}
a{text-underline-offset:.2em}
.again,.action{display:inline-flex;align-items:center;min-height:2.75rem}
.again{color:var(--on-cloth)}
.action{padding:0 1.1rem;border-radius:.375rem;background:var(--marigold);color:var(--on-marigold);font-weight:600;text-decoration:none}
.address{margin:0;font:.8125rem/1.5 ui-monospace,monospace;color:var(--soft);overflow-wrap:anywhere}
header p:last-child,article>p:last-child{margin-bottom:0}
a:focus-visible{outline:3px solid var(--focus);outline-offset:3px}
.again:focus-visible{outline-color:var(--marigold)}
`;
