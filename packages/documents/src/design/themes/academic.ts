import { PLAIN } from "../look.ts";
import type { Theme } from "../theme.ts";
import { COLOURS, FONTS } from "../tokens.ts";

const { blue, grey, white } = COLOURS;

/** The look of a paper: serifs, justified paragraphs, numbered headings, tables with rules above and below alone. */
export const academic: Theme = {
  look: {
    ...PLAIN,
    fonts: { text: FONTS.serif, heading: FONTS.serif },
    colours: {
      ...PLAIN.colours,
      ink: "#000000",
      heading: "#000000",
      link: blue[800],
      accent: grey[900],
      rule: grey[300],
      stripe: white,
    },
  },
  codeTheme: "github-light",
  isJustified: true,
  lineShare: 0.82,
  css: `
@page{margin:11% 14%}
body{line-height:1.5}
.markdown-body{text-align:justify;hyphens:manual;hyphenate-character:"-";hanging-punctuation:first;text-wrap:wrap}
h1,h2,h3,h4,h5,h6,pre,.toc,th,td,.title-block{text-align:start;hyphens:none}
h1{font-size:var(--size-section)}
h2{font-size:var(--size-lead)}
h3{font-size:var(--size-text)}
h4,h5,h6{font-style:italic;font-weight:400;color:inherit}
.title-block,.title-block .title,.title-block+h1,.markdown-body>h1:first-child{text-align:center}
.title-block{margin:var(--space-large) 0 var(--space-vast)}
.title-block .title,.markdown-body>h1:first-child{font-size:calc(var(--size-chapter)*1.1);font-weight:400;font-variant-caps:small-caps;letter-spacing:.03em}
.title-block .subtitle{font-style:italic;color:inherit}
.title-block .author{margin-top:var(--space-large);font-variant-caps:small-caps;font-size:var(--size-lead);color:inherit}
.markdown-body p+p{text-indent:1.4em}
.markdown-body>p:has(+p){margin-bottom:0}
:is(li,td,.title-block,.markdown-alert,blockquote,.footnotes,figure)>p+p{text-indent:0}
.math-block,.math-block+p,.toc p{text-indent:0!important}
p:has(>img:only-child),p:has(>img:only-child)+p{text-indent:0;margin-block:var(--space-medium)}
blockquote{border:0;padding-inline:var(--space-huge);font-size:.95em;color:inherit}
table{margin-inline:auto;border-block:var(--line-thick) solid var(--colour-ink);min-width:50%}
th,td{border:0;background:none}
thead th{border-bottom:var(--line-thin) solid var(--colour-ink)}
figure{text-align:center}figcaption{font-style:italic}
pre{border-radius:0}
:not(pre)>code{background:none;padding:0}
.markdown-alert{background:none;border:var(--line-hair) solid var(--colour-rule);border-radius:0}
.markdown-alert-title{font-variant-caps:small-caps;letter-spacing:.03em}
.toc{margin-inline:var(--space-large)}
.toc-title{font-size:var(--size-text);text-align:center;font-variant-caps:small-caps;letter-spacing:.05em}
.footnotes{color:inherit}
`,
};
