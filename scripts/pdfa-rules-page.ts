import { ACCESSIBILITY_FLAVOURS, FLAVOURS, type RuleFlavour } from "../packages/pdfa/src/flavours.ts";
import { GROUPS } from "../packages/pdfa/src/rules/groups.ts";
import { type AnyRule, idIn } from "../packages/pdfa/src/rules/rule.ts";

/** The number of documents of the corpora that break a rule, and of these the number that are known not to conform. */
export interface RuleUse {
  readonly files: number;
  readonly agree: number;
}

/** Returns the text of docs/pdfa-rules.md: each rule, where it applies, and how the corpora use it. */
export function pdfaRulesText(uses: Readonly<Record<string, RuleUse>>): string {
  const rules = GROUPS.flatMap(({ rules: own }) => own);
  const exercised = rules.filter(({ key }) => uses[key] !== undefined).length;
  const groups = GROUPS.map(({ name, rules: own }) => `\n## ${titleOf(name)}\n\n${tableOf(own, uses)}`);
  return `# PDF/A rules

The rules of the validator that [pdfa.md](pdfa.md) describes, for PDF/A and for accessibility (ua1 PDF/UA-1, ua2 PDF/UA-2, wt1a
and wt1r Well-Tagged PDF). A number is the clause of the standard and the test in it, as the published validation profiles
number them; those of Table 5 of ISO/TS 32005 name the types of parent and child as well, such as \`Table 5. Table-P-1\`; several rules may share one, where a test has several sides. Documents are those
of the corpora that the tests are run on: how many of them break the rule and are known not to conform, of all that break it.
A dash: no document of the corpora breaks the rule; its own test does.

${rules.length} rules; documents of the corpora exercise ${exercised} of them. This page is generated from \`packages/pdfa\` and the
kept scores by \`npm run docs\`.
${groups.join("")}`;
}

const titleOf = (name: string): string => `${name.slice(0, 1).toUpperCase()}${name.slice(1).replaceAll("-", " ")}`;

function tableOf(rules: readonly AnyRule[], uses: Readonly<Record<string, RuleUse>>): string {
  const rows = rules.map((rule) => {
    const use = uses[rule.key];
    const documents = use === undefined ? "–" : `${use.agree} of ${use.files}`;
    const requirement = rule.requirement.replaceAll("|", "\\|");
    return `| \`${rule.key}\` | ${requirement} | ${numbersOf(rule)} | ${documents} |\n`;
  });
  return `| Rule | What is required | Number, and flavours that have it | Documents |\n|---|---|---|---|\n${rows.join("")}`;
}

/** Returns the numbers of a rule, flavours with the same number together: `6.1.2-1 (1a 1b)`. */
function numbersOf(rule: AnyRule): string {
  const flavours = new Map<string, RuleFlavour[]>();
  for (const flavour of [...FLAVOURS, ...ACCESSIBILITY_FLAVOURS]) {
    const id = idIn(rule, flavour);
    if (id !== undefined) {
      flavours.set(id, [...(flavours.get(id) ?? []), flavour]);
    }
  }
  return [...flavours].map(([id, own]) => `${id} (${own.join(" ")})`).join(", ");
}
