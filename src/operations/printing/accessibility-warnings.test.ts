import { expect, test } from "vitest";
import { accessibilityWarnings } from "./accessibility-warnings.ts";

test("each picture without alternative text is named once, any other obstacle by what it is", () => {
  const element = "<img src='a.png'>";
  const obstacles = [
    { kind: "alternative_text", page: 2, element },
    { kind: "alternative_text", page: 2, element },
    { kind: "alternative_text" },
    { kind: "structure", rule: "7.2-17" },
    { kind: "missing_glyph" },
  ] as const;
  expect(accessibilityWarnings({ obstacles, obstacleCount: 5, guessedLanguage: "de" })).toEqual([
    { code: "alternative_text_missing", parameters: { page: "2", element } },
    { code: "alternative_text_missing", parameters: {} },
    { code: "not_accessible", parameters: { reason: "7.2-17" } },
    { code: "not_accessible", parameters: { reason: "missing_glyph" } },
    { code: "language_guessed", parameters: { language: "de" } },
  ]);
});

test("what claims to be accessible has nothing to say", () => {
  expect(accessibilityWarnings({ claimed: 1, obstacles: [], obstacleCount: 0 })).toEqual([]);
});
