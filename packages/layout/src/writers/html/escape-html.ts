const SPECIAL = /[&<>"]/;

/** For text and for attributes in double quotes. */
export const escapeHtml = (text: string): string =>
  SPECIAL.test(text)
    ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
    : text;

/** ` name="value"` of each that is defined. */
export const attributes = (values: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${escapeHtml(String(value))}"`))
    .join("");
