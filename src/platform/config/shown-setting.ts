/** A setting as an administrator sees it. */
export type SettingInForce = string | number | boolean | null;

const SECRET = /_(?:KEY|TOKEN|SECRET|PASSWORD)(?:_|$)/;

/**
 * Returns the value of a setting as it may be shown: of a secret only `(set)`, and of an address neither its user nor
 * its password.
 */
export function shownSetting(name: string, value: SettingInForce): SettingInForce {
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
