import { PLAIN } from "../look.ts";
import type { Theme } from "../theme.ts";

/** The familiar look: ruled headings, bordered tables, grey code. */
export const github: Theme = {
  look: PLAIN,
  codeTheme: "github-light",
  css: `
h1,h2,.title-block{padding-bottom:var(--space-small);border-bottom:var(--line-thin) solid var(--colour-rule)}
.title-block .title{border:0;padding:0}
tbody tr:nth-child(even){background:var(--colour-stripe)}
.markdown-alert{background:none;border-radius:0;padding-block:var(--space-tiny)}
.toc{padding:var(--space-large);border:var(--line-thin) solid var(--colour-rule);border-radius:4pt}
.toc-title{font-size:var(--size-lead)}
`,
};
