import { LOOK_RULES, PRINT_RULES } from "./base.ts";
import { propertiesOf } from "./look.ts";
import type { Theme } from "./theme.ts";
import { academic } from "./themes/academic.ts";
import { dark } from "./themes/dark.ts";
import { github } from "./themes/github.ts";
import { minimal } from "./themes/minimal.ts";
import { report } from "./themes/report.ts";

/** The least that keeps a document printable and its parts apart: its look is left to the caller. */
const none: Theme = {
  look: undefined,
  codeTheme: "github-light",
  css: "th,td{padding:.15em .6em}.markdown-alert-title,.toc-title{font-weight:bold}",
};

const THEMES: Readonly<Record<string, Theme>> = { github, minimal, academic, report, dark, none };

const themeNamed = (name: string): Theme => (Object.hasOwn(THEMES, name) ? THEMES[name] : undefined) ?? github;

export const isTheme = (name: string): boolean => Object.hasOwn(THEMES, name);

/** Returns the style sheet of a theme; that of `github` for an unknown name. */
export function themeStyles(name: string): string {
  const { look, css } = themeNamed(name);
  const rules = look === undefined ? [] : [propertiesOf(look), LOOK_RULES];
  return [PRINT_RULES, ...rules, css].join("\n").replaceAll(/\n+/gu, "\n").trim();
}

/** Returns the name of the Shiki theme that goes with a theme. */
export const codeThemeOf = (name: string): string => themeNamed(name).codeTheme;
