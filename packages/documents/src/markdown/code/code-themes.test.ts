import { bundledThemes } from "shiki/themes";
import { expect, test } from "vitest";
import { CODE_THEMES } from "./code-themes.ts";

test("the listed themes of code are those of Shiki", () => {
  expect(CODE_THEMES).toEqual(Object.keys(bundledThemes).toSorted());
});
