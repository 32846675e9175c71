const SPECIAL = /[&<>"]/;

/** Escapes text for content and for attributes in double quotes. */
export const escapeHtml = (text: string): string =>
  SPECIAL.test(text)
    ? text.replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;").replaceAll('"', "&quot;")
    : text;

/** Returns ` name="value"` for each value that is defined. */
export const attributes = (values: Readonly<Record<string, string | number | undefined>>): string =>
  Object.entries(values)
    .map(([name, value]) => (value === undefined ? "" : ` ${name}="${escapeHtml(String(value))}"`))
    .join("");
