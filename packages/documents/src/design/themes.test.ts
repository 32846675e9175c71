import { describe, expect, test } from "vitest";
import { isCodeTheme } from "../markdown/highlighter.ts";
import { codeThemeOf, isTheme, themeStyles } from "./themes.ts";

const NAMES = ["github", "minimal", "academic", "report", "dark", "none"];

describe.each(NAMES)("%s", (name) => {
  test("is a theme, with one of shiki's for code", () => {
    expect(isTheme(name)).toBe(true);
    expect(isCodeTheme(codeThemeOf(name))).toBe(true);
  });

  test("is a style sheet that is closed, and fetches nothing", () => {
    const css = themeStyles(name);
    expect(css.split("{")).toHaveLength(css.split("}").length);
    expect(css).not.toMatch(/url\(|@import|<|undefined|NaN/);
  });

  test("sets each custom property that it uses, or says what there is without it", () => {
    const css = themeStyles(name);
    const used = [...css.matchAll(/var\((--[\w-]+)\)/gu)].map(([, property = ""]) => property);
    const unset = used.filter((property) => !css.includes(`${property}:`));
    expect(unset).toEqual([]);
  });
});

test("an unknown name is no theme, not even one that objects have", () => {
  expect([isTheme("fancy"), isTheme("toString")]).toEqual([false, false]);
  expect(themeStyles("toString")).toBe(themeStyles("github"));
});

test("none has neither colours nor fonts of a theme", () => {
  expect(themeStyles("none")).not.toMatch(/--colour-ink|Noto/);
});
