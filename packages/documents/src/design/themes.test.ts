import { describe, expect, test } from "vitest";
import { isTheme, MARKDOWN_THEMES, THEMES } from "./themes/index.ts";
import { themeStyles } from "./themes.ts";

describe.each(MARKDOWN_THEMES)("%s", (name) => {
  test("is a theme", () => {
    expect(isTheme(name)).toBe(true);
  });

  test("is a style sheet that is closed, and fetches nothing", () => {
    const css = themeStyles(THEMES[name]);
    expect(css.split("{")).toHaveLength(css.split("}").length);
    expect(css).not.toMatch(/url\(|@import|<|undefined|NaN/);
  });

  test("sets each custom property that it uses, or says what there is without it", () => {
    const css = themeStyles(THEMES[name]);
    const used = [...css.matchAll(/var\((--[\w-]+)\)/gu)].map(([, property = ""]) => property);
    const unset = used.filter((property) => !css.includes(`${property}:`));
    expect(unset).toEqual([]);
  });
});

test("an unknown name is no theme, not even one that objects have", () => {
  expect([isTheme("fancy"), isTheme("toString")]).toEqual([false, false]);
});

test("none has neither colours nor fonts of a theme", () => {
  expect(themeStyles(THEMES.none)).not.toMatch(/--colour-ink|Noto/);
});
