import type { LaidOutDocument } from "../../blocks.ts";
import { cleanText } from "../common/clean-text.ts";
import { directionOfLanguage } from "./direction.ts";
import { attributes, escapeHtml } from "./escape-html.ts";

/** What a page of ours needs: nothing but images within it. */
const POLICY = "default-src 'none'; img-src data:";

const LANGUAGE_TAG = /^[a-z]{2,8}(?:-[a-z\d]{1,8})*$/i;

/** Up to the body's first element. The document carries its own Content-Security-Policy, and passes under the same from outside. */
export function documentStart({ title, lang }: Pick<LaidOutDocument, "title" | "lang">): string {
  const known = lang !== undefined && LANGUAGE_TAG.test(lang) ? lang : undefined;
  const dir = directionOfLanguage(known) === "rtl" ? "rtl" : undefined;
  const name = cleanText(title ?? "").trim();
  return [
    "<!doctype html>",
    `<html${attributes({ lang: known, dir })}>`,
    "<head>",
    '<meta charset="utf-8">',
    `<meta http-equiv="Content-Security-Policy"${attributes({ content: POLICY })}>`,
    '<meta name="viewport" content="width=device-width">',
    // HTML 4.2.2: a title is never empty.
    `<title>${escapeHtml(name === "" ? "Untitled" : name)}</title>`,
    "</head>",
    "<body>",
    "",
  ].join("\n");
}

export const DOCUMENT_END = "</body>\n</html>\n";
