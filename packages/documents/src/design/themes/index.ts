import type { Theme } from "../theme.ts";
import { academic } from "./academic.ts";
import { dark } from "./dark.ts";
import { github } from "./github.ts";
import { minimal } from "./minimal.ts";
import { none } from "./none.ts";
import { report } from "./report.ts";

/**
 * Every theme by its name, in the order in which they are shown. A theme is a file beside this one and a line here: the
 * parameter of the API, its description and the tests take their lists from here.
 */
export const THEMES = { github, minimal, academic, report, dark, none } as const satisfies Readonly<
  Record<string, Theme>
>;
export type MarkdownTheme = keyof typeof THEMES;

export const MARKDOWN_THEMES: readonly MarkdownTheme[] = namesOf(THEMES);

/** The theme that a document gets for which none was chosen. */
export const DEFAULT_THEME = "github" satisfies MarkdownTheme;

export const isTheme = (name: string): name is MarkdownTheme => Object.hasOwn(THEMES, name);

function namesOf<Name extends string>(themes: Readonly<Record<Name, Theme>>): readonly Name[] {
  const names: Name[] = [];
  for (const name in themes) {
    names.push(name);
  }
  return names;
}
