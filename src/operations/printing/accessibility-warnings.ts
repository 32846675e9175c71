import type { Accessibility } from "../../engines/printed/port.ts";
import type { Warning } from "../../kernel/failure.ts";

/** The largest number of pages that are named for one kind of obstacle. */
const MAX_NAMED = 10;

/** Returns the warnings of what keeps a tagged document from being accessible, and of a language that was guessed. */
export function accessibilityWarnings({ obstacles, guessedLanguage }: Accessibility): readonly Warning[] {
  const pages = new Set(obstacles.filter(({ kind }) => kind === "alternative_text").map(({ page }) => page));
  const pictures = [...pages].slice(0, MAX_NAMED).map((page) => pictureOn(page));
  const others = new Set(
    obstacles.filter(({ kind }) => kind !== "alternative_text").map(({ kind, rule }) => rule ?? kind),
  );
  return [
    ...pictures,
    ...[...others].map((reason) => ({ code: "not_accessible", parameters: { reason } })),
    ...(guessedLanguage === undefined ? [] : [{ code: "language_guessed", parameters: { language: guessedLanguage } }]),
  ];
}

const pictureOn = (page: number | undefined): Warning => ({
  code: "alternative_text_missing",
  ...(page !== undefined && { parameters: { page: String(page) } }),
});
