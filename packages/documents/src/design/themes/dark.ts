import { ALERTS_ON_NIGHT, PLAIN } from "../look.ts";
import type { Theme } from "../theme.ts";
import { COLOURS } from "../tokens.ts";

const { night } = COLOURS;

/** Light type on a dark sheet up to its edges, for screens. */
export const dark: Theme = {
  look: {
    ...PLAIN,
    colours: {
      paper: night[900],
      ink: night[200],
      muted: night[400],
      heading: night[100],
      accent: night.blue,
      link: night.blue,
      rule: night[600],
      ground: night[800],
      stripe: night[800],
      mark: night.mark,
    },
    alerts: ALERTS_ON_NIGHT,
  },
  codeTheme: "github-dark",
  isDark: true,
  css: `
h1,h2{padding-bottom:var(--space-small);border-bottom:var(--line-thin) solid ${night[700]}}
.title-block{border-bottom:var(--line-thick) solid var(--colour-accent);padding-bottom:var(--space-large)}
.title-block .title{border:0;padding:0}
th,td{border-color:${night[700]}}
th{background:${night[700]}}
tbody tr:nth-child(even){background:var(--colour-stripe)}
pre{border:var(--line-hair) solid ${night[700]}}
.diagram>pre{border:0}
`,
};
