import { DEFAULT_THEME, isTheme, type MarkdownTheme } from "../design/themes/index.ts";

/**
 * Returns the theme to use: one that was asked for takes precedence over the document's, unless it is the default one.
 */
export const themeOf = (asked: MarkdownTheme, said: string | undefined): MarkdownTheme =>
  asked === DEFAULT_THEME && said !== undefined && isTheme(said) ? said : asked;
