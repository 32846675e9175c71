import type { CodeTheme } from "../markdown/code/code-themes.ts";
import type { Look } from "./look.ts";

export interface Theme {
  /** The theme's look; undefined for a theme without one. */
  readonly look: Look | undefined;
  /** The theme of Shiki that goes with it. */
  readonly codeTheme: CodeTheme;
  /** Light on dark: what is drawn by script, such as diagrams, is then drawn so as well. */
  readonly isDark?: boolean;
  /** Whether its documents have a cover, which a title that is only given from outside is shown on. */
  readonly hasCover?: boolean;
  /** The share that lines have of those of other themes, for a theme with wide margins; 1 if absent. */
  readonly lineShare?: number;
  /** Sets lines of one length: words are divided at the ends of lines. */
  readonly isJustified?: boolean;
  /** Rules that this theme alone has. */
  readonly css: string;
}
