const REPLACEMENTS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Escapes text for HTML, between tags and in values between double quotes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/gu, (one) => REPLACEMENTS[one] ?? one);

/** Returns a style element; empty for no rules. A style sheet would end at `</style`, which means nothing in CSS. */
export const styleElement = (css: string): string =>
  css === "" ? "" : `<style>${css.replaceAll("</", String.raw`<\/`)}</style>\n`;
