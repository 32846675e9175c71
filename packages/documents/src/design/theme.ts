import type { Look } from "./look.ts";

export interface Theme {
  /** Undefined: no look at all. */
  readonly look: Look | undefined;
  /** The theme of shiki that goes with it. */
  readonly codeTheme: string;
  /** Light on dark: what is drawn by script, such as diagrams, is then drawn so as well. */
  readonly isDark?: boolean;
  /** Rules that this theme alone has. */
  readonly css: string;
}
