/*
 * What a document may leave in the Document object that shows it. A page can be given the next document's nodes without
 * a new Document where the former one consists of nothing but the plain elements, attributes and style rules below, none
 * of which changes anything beyond its own element. The list is one of what is known to leave nothing: anything else, and
 * anything that is not read with certainty, may leave something.
 */

/** The length up to which documents are read: a new Document costs little beside printing a longer one. */
const MAX_CHARACTERS = 200_000;

/**
 * Returns whether nothing of a document can remain when another is set in its place. One pass over the text.
 * @param css the style sheet added to the document
 */
export function leavesNoTrace(html: string, css: string): boolean {
  return html.length + css.length <= MAX_CHARACTERS && isPlainStyle(css) && isPlainMarkup(html);
}

const PLAIN_ELEMENTS = new Set(
  (
    "html head body title style meta p div span br hr h1 h2 h3 h4 h5 h6 ul ol li dl dt dd a b i u s em strong small " +
    "sub sup code pre kbd samp var cite q blockquote abbr address time mark del ins table caption colgroup col thead " +
    "tbody tfoot tr th td section article header footer main nav aside figure figcaption center font"
  ).split(" "),
);
const PLAIN_ATTRIBUTES = new Set(
  (
    "id class style lang title href width height colspan rowspan span scope align valign border cellpadding " +
    "cellspacing start value datetime charset role"
  ).split(" "),
);
/** `link` and `text` of a body are the Document's colours; classes, styles and languages stay with their elements. */
const BODY_ATTRIBUTES = new Set(["id", "class", "style", "lang"]);
const DOCTYPE = /\s*<!doctype[^>]*>/iy;
const TAG_NAME = /<\/?([a-z][a-z0-9]*)/iy;
const ATTRIBUTE = /\s+([^\s"'<>/=]+)(?:\s*=\s*(?:"([^"]*)"|'([^']*)'|([^\s"'<>=`]+)))?/y;
const TAG_END = /\s*\/?>/y;

function isPlainMarkup(html: string): boolean {
  let at = matchAt(DOCTYPE, html, 0)?.[0].length ?? 0;
  for (at = html.indexOf("<", at); at !== -1; at = html.indexOf("<", at)) {
    const tag = readTag(html, at);
    if (tag === undefined) {
      return false;
    }
    at = tag.end;
    if (tag.name === "style" || tag.name === "title") {
      // Their content is text: whatever looks like a tag in it is none.
      const textEnd = html.indexOf("<", at);
      const end = textEnd === -1 ? undefined : readTag(html, textEnd);
      if (end?.name !== `/${tag.name}` || (tag.name === "style" && !isPlainStyle(html.slice(at, textEnd)))) {
        return false;
      }
      at = end.end;
    }
  }
  return true;
}

/** Returns the name of a plain tag, with the `/` of an end tag, and where it ends; undefined for any other. */
function readTag(html: string, start: number): { readonly name: string; readonly end: number } | undefined {
  const [opening = "", spelled = ""] = matchAt(TAG_NAME, html, start) ?? [];
  const name = spelled.toLowerCase();
  if (!PLAIN_ELEMENTS.has(name)) {
    return undefined;
  }
  let end = start + opening.length;
  for (let found = matchAt(ATTRIBUTE, html, end); found !== undefined; found = matchAt(ATTRIBUTE, html, end)) {
    const [whole, attribute = "", quoted, apostrophed, bare] = found;
    if (!isPlainAttribute(name, attribute.toLowerCase(), quoted ?? apostrophed ?? bare ?? "")) {
      return undefined;
    }
    end += whole.length;
  }
  const close = matchAt(TAG_END, html, end);
  return close === undefined
    ? undefined
    : { name: opening.startsWith("</") ? `/${name}` : name, end: end + close[0].length };
}

function isPlainAttribute(element: string, attribute: string, value: string): boolean {
  switch (element) {
    case "meta":
      return attribute === "charset";
    case "html":
    case "body":
      return BODY_ATTRIBUTES.has(attribute) && isPlainValue(attribute, value);
    case "style":
      return false;
    default:
      return PLAIN_ATTRIBUTES.has(attribute) && isPlainValue(attribute, value);
  }
}

/**
 * Returns whether the value of an attribute leaves nothing behind; a character reference may spell anything in a style.
 */
const isPlainValue = (attribute: string, value: string): boolean =>
  attribute !== "style" || (!value.includes("&") && isPlainStyle(value));

/**
 * Returns whether a style has only rules that end with it. An escape may spell anything; registered names, layers, time
 * lines, transitions of views, schemes of colours and fonts that are loaded belong to the Document.
 */
const isPlainStyle = (css: string): boolean => !LASTING_STYLE.test(css);

const LASTING_STYLE =
  /\\|url\(|color-scheme|animation|transition|timeline|zoom|writing-mode|direction|overflow|scroll|counter|anchor|container|@(?!(?:page|media|(?:top|bottom|left|right)-[a-z]+)\b)/i;

function matchAt(pattern: RegExp, text: string, at: number): RegExpExecArray | undefined {
  pattern.lastIndex = at;
  return pattern.exec(text) ?? undefined;
}
