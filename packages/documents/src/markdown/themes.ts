import { isTheme } from "../design/themes.ts";

const DEFAULT_THEME = "github";

/** A theme that was asked for counts more than what the document says, unless it is the one that everybody gets. */
export const themeOf = (asked: string, said: string | undefined): string =>
  asked === DEFAULT_THEME && said !== undefined && isTheme(said) ? said : asked;
