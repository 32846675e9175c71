import { type Config, configSchema } from "./config.ts";
import { type SettingInForce, shownSetting } from "./shown-setting.ts";

export type { SettingInForce } from "./shown-setting.ts";

/**
 * Returns every setting with the value in force; null when it has none. Of a secret only `(set)` is shown, and of an
 * address neither its user nor its password.
 */
export const settingsInForce = (config: Config): Readonly<Record<string, SettingInForce>> =>
  Object.fromEntries(configSchema.keyof().options.map((name) => [name, shownSetting(name, config[name] ?? null)]));
