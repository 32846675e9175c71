import { LOOK_RULES, PRINT_RULES } from "./base.ts";
import { propertiesOf } from "./look.ts";
import type { Theme } from "./theme.ts";

/** Returns the style sheet of a theme. */
export function themeStyles({ look, css }: Theme): string {
  const rules = look === undefined ? [] : [propertiesOf(look), LOOK_RULES];
  return [PRINT_RULES, ...rules, css].join("\n").replaceAll(/\n+/gu, "\n").trim();
}
