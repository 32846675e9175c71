const REPLACEMENTS: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" };

/** Text as HTML, between tags and in values between double quotes. */
export const escapeHtml = (text: string): string => text.replaceAll(/[&<>"]/gu, (one) => REPLACEMENTS[one] ?? one);

/** A style sheet ends at `</style`, which means nothing in CSS. */
export const styleElement = (css: string): string =>
  css === "" ? "" : `<style>${css.replaceAll("</", String.raw`<\/`)}</style>\n`;
