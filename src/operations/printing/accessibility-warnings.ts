import type { Accessibility, Obstacle } from "../../engines/printed/port.ts";
import type { Warning } from "../../kernel/failure.ts";

/** The largest number of pictures that are named. */
const MAX_NAMED = 10;

/** Returns the warnings of what keeps a tagged document from being accessible, and of a language that was guessed. */
export function accessibilityWarnings({ obstacles, guessedLanguage }: Accessibility): readonly Warning[] {
  const pictures = obstacles.filter(({ kind }) => kind === "alternative_text").map(pictureWarning);
  const others = new Set(
    obstacles.filter(({ kind }) => kind !== "alternative_text").map(({ kind, rule }) => rule ?? kind),
  );
  return [
    ...eachOnce(pictures).slice(0, MAX_NAMED),
    ...[...others].map((reason) => ({ code: "not_accessible", parameters: { reason } })),
    ...(guessedLanguage === undefined ? [] : [{ code: "language_guessed", parameters: { language: guessedLanguage } }]),
  ];
}

const pictureWarning = ({ page, element }: Obstacle): Warning => ({
  code: "alternative_text_missing",
  parameters: { ...(page !== undefined && { page: String(page) }), ...(element !== undefined && { element }) },
});

const eachOnce = (warnings: readonly Warning[]): Warning[] => [
  ...new Map(warnings.map((warning) => [JSON.stringify(warning), warning])).values(),
];
