/** The style sheet of all pages; the content security policy allows only its hash. */
import { createHash } from 'node:crypto';

/** CSS. Colours have a contrast of at least 7 to 1 in both schemes. */
export const style = `
:root { color-scheme: light dark; --text: #1b1b1b; --quiet: #4a4a4a; --ground: #fff; --line: #767676; --strong: #0a4a9e; --onstrong: #fff; }
@media (prefers-color-scheme: dark) { :root { --text: #f2f2f2; --quiet: #c8c8c8; --ground: #16181c; --line: #8f8f8f; --strong: #a9cbff; --onstrong: #10131a; } }
* { box-sizing: border-box; }
body { margin: 0 auto; padding: 1.5rem 1rem 3rem; max-width: 44rem; font: 1rem/1.5 system-ui, sans-serif; color: var(--text); background: var(--ground); overflow-wrap: anywhere; }
h1 { font-size: 1.6rem; line-height: 1.25; }
h2 { font-size: 1.2rem; margin: 0; }
a { color: var(--strong); }
ul { padding-left: 1.25rem; }
ul.cards { padding: 0; list-style: none; }
.card { border: 1px solid var(--line); border-radius: .5rem; padding: 1rem; margin: 1rem 0; }
.quiet { color: var(--quiet); }
dl { display: grid; grid-template-columns: max-content 1fr; gap: .25rem 1rem; }
dt { color: var(--quiet); }
dd { margin: 0; }
pre { overflow-x: auto; padding: .75rem; border: 1px solid var(--line); border-radius: .4rem; }
summary { cursor: pointer; }
code, pre { font-family: ui-monospace, monospace; font-size: .95em; }
button, a.button { display: inline-block; font: inherit; padding: .6rem 1.2rem; border: 2px solid var(--strong); border-radius: .4rem; color: var(--strong); background: var(--ground); text-decoration: none; cursor: pointer; }
button.first { color: var(--onstrong); background: var(--strong); }
input[type=checkbox] { width: 1.25rem; height: 1.25rem; vertical-align: text-bottom; }
:focus-visible { outline: 3px solid var(--strong); outline-offset: 2px; }
.actions { display: flex; flex-wrap: wrap; gap: .75rem; align-items: center; margin-top: 1.5rem; }
footer { margin-top: 2.5rem; border-top: 1px solid var(--line); padding-top: 1rem; }
@media (max-width: 30rem) { dl { display: block; } dd { margin-bottom: .5rem; } button, a.button { width: 100%; text-align: center; } }
`;

/** The style sheet's hash as a source of a content security policy. */
export const styleSource = `'sha256-${createHash('sha256')
  .update(style)
  .digest('base64')}'`;
