import { type Config, configSchema } from "./config.ts";

/** A setting as an administrator sees it. */
export type SettingInForce = string | number | boolean | null;

const SECRET = /_(?:KEY|TOKEN|SECRET|PASSWORD)(?:_|$)/;

/**
 * Returns every setting with the value in force; null when it has none. Of a secret only `(set)` is shown, and of an
 * address neither its user nor its password.
 */
export const settingsInForce = (config: Config): Readonly<Record<string, SettingInForce>> =>
  Object.fromEntries(configSchema.keyof().options.map((name) => [name, shown(name, config[name] ?? null)]));

function shown(name: string, value: SettingInForce): SettingInForce {
  if (SECRET.test(name) && value !== null) {
    return "(set)";
  }
  return typeof value === "string" && URL.canParse(value) ? withoutCredentials(value) : value;
}

function withoutCredentials(text: string): string {
  const url = new URL(text);
  if (url.username === "" && url.password === "") {
    return text;
  }
  url.username = "";
  url.password = "";
  return url.href;
}
