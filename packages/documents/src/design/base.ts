import { ALERT_KINDS } from "./look.ts";

/*
 * The rules for any document on paper, and the look of its parts as long as a theme says nothing else. The class names
 * are those of ../markdown/document.ts.
 */

/** The rules for where pages break, and those that keep everything between the margins. */
export const PRINT_RULES = `
html{-webkit-print-color-adjust:exact;print-color-adjust:exact}
body{margin:0 .75pt}
.markdown-body{overflow-wrap:break-word;orphans:3;widows:3}
h1,h2,h3,h4,h5,h6,.toc-title,.markdown-alert-title{break-after:avoid;break-inside:avoid}
p:has(+ul),p:has(+ol),p:has(+pre),p:has(+.table-scroll){break-after:avoid}
figure,blockquote,.markdown-alert,.math-block,.title-block,.footnote-item,.toc-entry>a,.code-whole,tr,dt{break-inside:avoid}
dt,li:first-child,tbody>tr:nth-child(-n+2){break-after:avoid}
li:last-child,li>:is(ul,ol),tbody>tr:nth-last-child(-n+2){break-before:avoid}
.table-scroll{max-width:100%}
table{max-width:100%;border-collapse:collapse}
thead{display:table-header-group}
td,th{vertical-align:top;text-align:start}
[align=left]{text-align:left}[align=center]{text-align:center}[align=right]{text-align:right}
.breakable{overflow-wrap:anywhere}
.unbroken{white-space:nowrap}
pre{white-space:pre-wrap;overflow-wrap:anywhere;tab-size:4;text-indent:2ch hanging each-line;box-decoration-break:clone;-webkit-box-decoration-break:clone}
.code-line{display:block;break-inside:avoid;text-indent:var(--indent,2ch) hanging}
pre.code-drawn{line-height:1.2}
code,kbd,samp{font-family:var(--font-code,monospace)}
img,svg,video{max-width:100%;max-height:85vh;height:auto}
figure{margin-inline:0}
.diagram>pre{white-space:normal;margin:0;font:inherit;text-align:center}
.diagram svg{max-height:80vh}.diagram svg *{unicode-bidi:plaintext}
.math-block .katex-display>.katex{white-space:normal}
.footnotes-sep{break-after:avoid}
.page-break:last-child{break-after:auto}
.toc-list{list-style:none;margin:0;padding:0}
.toc-entry>a{display:flex;align-items:baseline}
.toc-text{flex:0 1 auto;min-width:0}
.toc-leader{flex:1 1 1em;min-width:1em}
.toc-page{flex:none;min-width:2.2em;text-align:end;font-variant-numeric:tabular-nums}
.task-list-item{position:relative;list-style:none}
.task-list-item-checkbox{appearance:none;-webkit-appearance:none;position:absolute;inset-inline-start:-1.55em;top:.28em;width:.95em;height:.95em;margin:0;border:.75pt solid var(--colour-muted,#555);border-radius:2pt;background:none}
.task-list-item-checkbox:checked{background:var(--colour-accent,#333);border-color:var(--colour-accent,#333)}
.task-list-item-checkbox:checked::before{content:"";position:absolute;left:.27em;top:.07em;width:.2em;height:.44em;border:solid var(--colour-paper,#fff);border-width:0 1.3pt 1.3pt 0;transform:rotate(42deg)}
details>summary{list-style:none}
`;

/** The plainest good look of everything. Themes build on it. */
export const LOOK_RULES = `
body{font:var(--size-text)/1.55 var(--font-text)}
.markdown-body{color:var(--colour-ink);text-wrap:pretty;font-kerning:normal}
.markdown-body>:first-child{margin-top:0}
p,ul,ol,dl,blockquote,.table-scroll,figure,pre,.math-block,.markdown-alert,details{margin:0 0 var(--space-medium)}
h1,h2,h3,h4,h5,h6{font-family:var(--font-heading);font-weight:700;line-height:1.25;color:var(--colour-heading);margin:var(--space-huge) 0 var(--space-medium);text-wrap:balance}
h1{font-size:var(--size-chapter)}
h2{font-size:var(--size-section)}
h3{font-size:var(--size-lead)}
h4,h5,h6{font-size:var(--size-text)}
h3,h4,h5,h6{margin:var(--space-large) 0 var(--space-small)}
h5,h6{color:var(--colour-muted)}
:is(h1,h2,h3,h4,h5)+:is(h2,h3,h4,h5,h6){margin-top:var(--space-medium)}
a{color:var(--colour-link);text-decoration:none}
strong,th,dt{font-weight:700}
ul,ol{padding-inline-start:1.7em}
li{margin:var(--space-hair) 0}
li>p{margin-bottom:var(--space-tiny)}
li>:is(ul,ol){margin-bottom:0}
li>pre,li>.table-scroll,li>blockquote{margin-block:var(--space-small)}
li::marker{color:var(--colour-muted);font-variant-numeric:tabular-nums}
dd{margin:0 0 var(--space-small) 1.7em}
blockquote{margin-inline:0;padding-inline-start:var(--space-large);border-inline-start:var(--line-bar) solid var(--colour-rule);color:var(--colour-muted)}
:is(blockquote,.markdown-alert,li,td,details,.footnote-item)>:last-child{margin-bottom:0}
hr{border:0;border-top:var(--line-thin) solid var(--colour-rule);margin:var(--space-huge) 0}
mark{background:var(--colour-mark);color:inherit;padding:0 .15em;border-radius:2pt}
sub,sup{font-size:.72em;line-height:0}
abbr{text-decoration:none}
del,s{color:var(--colour-muted)}
kbd{font-size:.82em;padding:.1em .4em;border:var(--line-hair) solid var(--colour-rule);border-bottom-width:var(--line-thick);border-radius:2.5pt;background:var(--colour-ground);white-space:nowrap}
code{font-size:.86em}
:not(pre)>code{background:var(--colour-ground);border-radius:2.5pt;padding:.1em .3em;box-decoration-break:clone;-webkit-box-decoration-break:clone}
pre{font-family:var(--font-code);font-size:var(--size-small);line-height:1.5;padding:var(--space-medium) var(--space-large);border-radius:4pt;background:var(--colour-ground);orphans:4;widows:4}
pre>code{font-size:inherit}
.math-block{text-align:center;margin-block:var(--space-medium)}
.katex{font-size:1.12em}
.math-error{color:var(--alert-caution);background:var(--alert-ground-caution)}
table{font-size:.93em;line-height:1.45;font-variant-numeric:lining-nums tabular-nums}
th,td{padding:var(--space-tiny) var(--space-medium);border:var(--line-hair) solid var(--colour-rule)}
th{color:var(--colour-heading);background:var(--colour-ground);vertical-align:bottom}
.table-many{font-size:var(--size-small)}.table-many :is(th,td){padding:var(--space-tiny) var(--space-small)}
.table-crowded{font-size:var(--size-tiny)}.table-crowded :is(th,td){padding:var(--space-hair) var(--space-tiny)}
figure{margin-block:var(--space-large);text-align:center}
p>img:only-child{display:block;margin-inline:auto}
figcaption{margin-top:var(--space-small);font-size:var(--size-small);color:var(--colour-muted)}
.diagram>pre{padding:0;background:none;border:0}
.diagram-error>pre{text-align:start;border:var(--line-thin) dashed var(--alert-caution)}
.title-block{margin:0 0 var(--space-huge)}
.title-block .title{font-size:var(--size-title);line-height:1.15;margin:0}
.title-block p{margin:var(--space-small) 0 0;color:var(--colour-muted)}
.title-block .subtitle{font-size:var(--size-lead)}
.toc{margin:0 0 var(--space-huge);box-decoration-break:clone;-webkit-box-decoration-break:clone}
.toc-title{font:700 var(--size-section)/1.25 var(--font-heading);color:var(--colour-heading);margin:0 0 var(--space-medium)}
.toc-entry a{color:inherit;padding:var(--space-hair) 0}
.toc-level-1>a{margin-top:var(--space-tiny);font-weight:600}
.toc-level-2>a{padding-inline-start:var(--space-large)}
.toc-level-3>a{padding-inline-start:calc(2*var(--space-large));color:var(--colour-muted)}
.toc-level-2>a,.toc-level-3>a{font-weight:400}
.toc-leader{margin-inline:var(--space-small) 0;color:var(--colour-muted)}
.footnotes-sep{width:30%;margin:var(--space-huge) 0 var(--space-medium);margin-inline-end:70%}
.footnotes{font-size:var(--size-small);line-height:1.45;color:var(--colour-muted)}
.footnote-item p{margin:0}
.footnote-ref{font-variant-numeric:tabular-nums}.footnote-ref a{padding-inline-start:.1em}
.markdown-alert{--alert:var(--alert-note);--ground:var(--alert-ground-note);padding:var(--space-medium) var(--space-large);border-inline-start:var(--line-bar) solid var(--alert);background:var(--ground);border-start-end-radius:4pt;border-end-end-radius:4pt}
.markdown-alert-title{margin:0 0 var(--space-tiny);font-weight:700;color:var(--alert)}
${ALERT_KINDS.map((kind) => `.markdown-alert-${kind}{--alert:var(--alert-${kind});--ground:var(--alert-ground-${kind})}`).join("\n")}
details{padding-inline-start:var(--space-large);border-inline-start:var(--line-thin) solid var(--colour-rule)}
summary{font-weight:700;margin-bottom:var(--space-tiny)}
`;
