import type { Look } from "./look.ts";

export interface Theme {
  /** The theme's look; undefined for a theme without one. */
  readonly look: Look | undefined;
  /** The theme of Shiki that goes with it. */
  readonly codeTheme: string;
  /** The theme's own rules. */
  readonly css: string;
}
