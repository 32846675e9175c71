import { PLAIN } from "../look.ts";
import type { Theme } from "../theme.ts";
import { COLOURS } from "../tokens.ts";

const { grey } = COLOURS;

/** A look with much white, thin rules and one grey. */
export const minimal: Theme = {
  look: {
    ...PLAIN,
    colours: { ...PLAIN.colours, ink: grey[800], accent: grey[800], link: grey[900], ground: "transparent" },
  },
  codeTheme: "github-light",
  lineShare: 0.8,
  css: `
@page{margin:12.5% 15%}
body{line-height:1.65}
h1,h2,h3,.toc-title{font-weight:400}
h1{font-size:calc(var(--size-chapter)*1.1);margin-top:var(--space-vast)}
h2{margin-top:var(--space-vast)}
h3{color:var(--colour-muted)}
a{text-decoration:underline;text-decoration-color:var(--colour-rule);text-decoration-thickness:var(--line-thin);text-underline-offset:2pt}
.toc a,.footnote-ref a,.footnote-backref{text-decoration:none}
.title-block{margin-bottom:var(--space-vast);padding-bottom:var(--space-large);border-bottom:var(--line-hair) solid var(--colour-rule)}
.title-block .title{font-weight:300}
hr{width:36pt;margin-inline:auto}
th,td{border:0;border-bottom:var(--line-hair) solid var(--colour-rule);}
:is(th,td):first-child{padding-inline-start:0}:is(th,td):last-child{padding-inline-end:0}
th{font-weight:400;color:var(--colour-muted);border-bottom:var(--line-thin) solid var(--colour-ink)}
table{min-width:60%}
pre{padding:0 0 0 var(--space-large);border-inline-start:var(--line-thin) solid var(--colour-rule);border-radius:0}
:not(pre)>code{padding:0}
blockquote{border:0;padding-inline:var(--space-large);font-style:italic}
.markdown-alert{background:none;border-radius:0;border-inline-start-width:var(--line-thin);padding-block:0}
.markdown-alert-title,.toc-level-1>a{font-weight:400}
.toc-leader{visibility:hidden}
.toc-entry a{padding-block:var(--space-tiny);border-bottom:var(--line-hair) solid var(--colour-rule);margin:0}
`,
};
