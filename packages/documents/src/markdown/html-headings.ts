import type { Token } from "markdown-it";

/*
 * Headings that are written as HTML, as READMEs write a title in the middle. They begin and end in blocks of HTML, and may
 * have Markdown between these.
 */

export interface HtmlHeading {
  readonly level: number;
  /** The block in which it begins, and where its tag ends there. */
  readonly first: Token;
  readonly tagEnd: number;
  /** The block in which it ends. */
  readonly last: Token;
  /** The id that it has already. */
  readonly id: string | undefined;
  readonly text: string;
  /** The texts of its pictures. */
  readonly pictures: string;
}

// Comments, and the tags of headings with their attributes.
const CONSTRUCT =
  // oxlint-disable-next-line quire/linear-patterns -- only engine processes run it, which end at their deadline
  /<!--(?:-?>|[^]*?-->)|<(\/?)h([1-6])((?:\s(?:[^"'>]|"[^"]*"|'[^']*')*)?)>/giu;

/** Yields the headings in HTML blocks; `textOf` gives the text of what stands in Markdown between two of them. */
export function* htmlHeadings(tokens: readonly Token[], textOf: (token: Token) => string): Generator<HtmlHeading> {
  let open: Omit<HtmlHeading, "last" | "text" | "pictures"> | undefined;
  let html = "";
  for (const token of tokens) {
    if (token.type === "heading_open") {
      open = undefined;
    }
    if (token.type !== "html_block") {
      html += open === undefined || token.type !== "inline" ? "" : escaped(textOf(token));
      continue;
    }
    let end = 0;
    for (const { 0: construct, 1: slash, 2: level = "", 3: attributes = "", index } of token.content.matchAll(
      CONSTRUCT,
    )) {
      if (construct.startsWith("<!--")) {
        continue;
      }
      if (slash === "") {
        open = { level: Number(level), first: token, tagEnd: index + construct.length - 1, id: idIn(attributes) };
        html = "";
      } else if (open?.level === Number(level)) {
        const { text, pictures } = readableIn(html + token.content.slice(end, index));
        yield { ...open, last: token, text, pictures };
        open = undefined;
      }
      end = index + construct.length;
    }
    html += open === undefined ? "" : token.content.slice(end);
  }
}

const escaped = (text: string): string => text.replaceAll("&", "&amp;").replaceAll("<", "&lt;");

const idIn = (attributes: string): string | undefined => {
  const [, quoted, apostrophed, bare] = /\sid\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'>]+))/iu.exec(attributes) ?? [];
  return (quoted ?? apostrophed ?? bare)?.trim() || undefined;
};

function readableIn(html: string): { readonly text: string; readonly pictures: string } {
  // oxlint-disable quire/linear-patterns -- only engine processes run it, which end at their deadline
  const plain = html.replaceAll(/<!--(?:-?>|[^]*?-->)/gu, "");
  const alternatives = Array.from(
    plain.matchAll(/<img\s(?:[^"'>]|"[^"]*"|'[^']*')*?\balt\s*=\s*(?:"([^"]*)"|'([^']*)')/giu),
    ([, quoted, apostrophed]) => quoted ?? apostrophed ?? "",
  );
  const text = plain.replaceAll(/<br\b[^>]*>/giu, " ").replaceAll(/<\/?[a-z](?:[^"'>]|"[^"]*"|'[^']*')*>/giu, "");
  // oxlint-enable quire/linear-patterns
  return { text: tidy(text), pictures: tidy(alternatives.join(" ")) };
}

const ENTITIES: Readonly<Record<string, string>> = { amp: "&", lt: "<", gt: ">", quot: '"', apos: "'", nbsp: " " };

const tidy = (text: string): string =>
  text
    .replaceAll(
      /&(?:#(\d{1,7})|#x([\da-f]{1,6})|([a-z]+));/giu,
      (whole, decimal?: string, hex?: string, name?: string) => {
        const code = decimal === undefined ? Number.parseInt(hex ?? "", 16) : Number(decimal);
        const known = name === undefined ? undefined : ENTITIES[name.toLowerCase()];
        return known ?? (code > 0 && code <= 0x10ffff ? String.fromCodePoint(code) : whole);
      },
    )
    .replaceAll(/\s+/gu, " ")
    .trim();
