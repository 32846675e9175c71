import { isTheme } from "../design/themes.ts";

const DEFAULT_THEME = "github";

/**
 * Returns the theme of a document. The caller's choice counts more than the document's, unless it is the default theme.
 */
export const themeOf = (asked: string, said: string | undefined): string =>
  asked === DEFAULT_THEME && said !== undefined && isTheme(said) ? said : asked;
