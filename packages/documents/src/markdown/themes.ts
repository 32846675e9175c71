import { DEFAULT_THEME, isTheme, type MarkdownTheme } from "../design/themes/index.ts";

/** A theme that was asked for counts more than what the document says, unless it is the one that everybody gets. */
export const themeOf = (asked: MarkdownTheme, said: string | undefined): MarkdownTheme =>
  asked === DEFAULT_THEME && said !== undefined && isTheme(said) ? said : asked;
