import { PLAIN } from "../look.ts";
import type { Theme } from "../theme.ts";
import { COLOURS } from "../tokens.ts";

const { navy, grey, amber, white } = COLOURS;

/** A look for business: a title like a cover, strong headings, tables with a dark head and striped rows. */
export const report: Theme = {
  look: {
    ...PLAIN,
    colours: {
      ...PLAIN.colours,
      ink: grey[800],
      heading: navy[900],
      accent: navy[700],
      link: navy[700],
      rule: navy[100],
      ground: navy[50],
      stripe: navy[50],
      mark: amber[200],
    },
  },
  codeTheme: "github-light",
  hasCover: true,
  css: `
:root{--colour-cover:${navy[900]};--colour-on-cover:${white};--colour-highlight:${amber[600]}}
.title-block,.markdown-body>h1:first-child{background:var(--colour-cover);color:var(--colour-on-cover);border-bottom:4pt solid var(--colour-highlight);padding:var(--space-vast) var(--space-huge) var(--space-huge);margin-bottom:var(--space-huge)}
.markdown-body>h1:first-child{font-size:var(--size-title);line-height:1.15;border-inline-start:0}
.title-block .title{color:inherit;border:0;padding:0}
.title-block p{color:${navy[100]}}
.title-block .author{margin-top:var(--space-huge)}
.title-block .author,.title-block .date{font-size:var(--size-small);letter-spacing:.02em}
.title-block .author+.date{margin-top:var(--space-hair)}
h1{border-bottom:var(--line-thick) solid var(--colour-highlight);padding-bottom:var(--space-small)}
h2{border-inline-start:4pt solid var(--colour-highlight);padding-inline-start:var(--space-medium)}
h3,h4{color:var(--colour-accent)}
li::marker{color:var(--colour-highlight)}
.table-scroll>table{width:100%}
th,td{border:0;border-bottom:var(--line-hair) solid var(--colour-rule);padding-block:4pt}
th{background:var(--colour-cover);color:var(--colour-on-cover);border-color:var(--colour-cover)}
tbody tr:nth-child(even){background:var(--colour-stripe)}
tbody tr:last-child td{border-bottom:var(--line-thick) solid var(--colour-cover)}
blockquote{border-color:var(--colour-highlight);font-size:var(--size-lead);line-height:1.45;color:var(--colour-accent)}
pre{border:var(--line-hair) solid var(--colour-rule);border-inline-start:var(--line-bar) solid var(--colour-accent);border-radius:0}
:is(.title-block,.markdown-body>h1:first-child:not(:has(~h1))):has(+.toc){box-sizing:border-box;min-height:calc(100vh - 1pt);margin:0;padding:30vh var(--space-vast) var(--space-vast);break-after:page}
.title-block:has(+.toc){display:flex;flex-direction:column}
.title-block:has(+.toc) .title{font-size:calc(var(--size-title)*1.3)}
.title-block:has(+.toc) .subtitle+*,.title-block:has(+.toc) .title+.author,.title-block:has(+.toc) .title+.date{margin-top:auto}
.toc{break-after:page}
.toc{background:var(--colour-ground);padding:var(--space-large) var(--space-huge)}
.toc-title{color:var(--colour-heading);border-bottom:var(--line-thick) solid var(--colour-highlight);padding-bottom:var(--space-tiny)}
.toc-level-1>.toc-page{color:var(--colour-accent)}
.markdown-alert{border-radius:0}
`,
};
