import type { LaidOutDocument } from "../../blocks.ts";
import { cleanText } from "../common/clean-text.ts";
import { directionOfLanguage } from "./direction.ts";
import { attributes, escapeHtml } from "./escape-html.ts";

/** The policy of a page of this writer: it needs nothing but images within it, and fonts where it has any. */
const POLICY = "default-src 'none'; img-src data:";
const POLICY_WITH_FONTS = `${POLICY}; font-src data:; style-src 'unsafe-inline'`;

const LANGUAGE_TAG = /^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/i;

/** Whether HTML is a whole document, or an `article` to be put into one. */
export type Frame = "document" | "article";

/**
 * Returns the HTML before and after the sections of pages. A document carries its own Content-Security-Policy, and
 * passes under the same from outside.
 */
export function frameOf(
  { title, lang }: Pick<Partial<LaidOutDocument>, "title" | "lang">,
  frame: Frame,
  { hasFonts = false }: { readonly hasFonts?: boolean } = {},
): { readonly start: string; readonly end: string } {
  const known = lang !== undefined && LANGUAGE_TAG.test(lang) ? lang : undefined;
  const own = attributes({ lang: known, dir: directionOfLanguage(known) === "rtl" ? "rtl" : undefined });
  return frame === "article"
    ? { start: `<article${own}>\n`, end: "</article>\n" }
    : {
        start: documentStart(own, cleanText(title ?? "").trim(), hasFonts ? POLICY_WITH_FONTS : POLICY),
        end: "</body>\n</html>\n",
      };
}

const documentStart = (own: string, title: string, policy: string): string =>
  [
    "<!doctype html>",
    `<html${own}>`,
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy"${attributes({ content: policy })}>`,
    '<meta name="viewport" content="width=device-width">',
    // A title is never empty (HTML 4.2.2).
    `<title>${escapeHtml(title === "" ? "Untitled" : title)}</title>`,
    "</head>",
    "<body>",
    "",
  ].join("\n");
