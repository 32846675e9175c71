import type { Look } from "./look.ts";

export interface Theme {
  /** Undefined: no look at all. */
  readonly look: Look | undefined;
  /** The theme of shiki that goes with it. */
  readonly codeTheme: string;
  /** What is its own. */
  readonly css: string;
}
