import { Parser } from "htmlparser2";
import { type Outline, SIGN } from "./outline.ts";

/* HTML as another implementation reads it. */

export interface Element {
  readonly name: string;
  readonly attributes: Readonly<Record<string, string>>;
  readonly children: (Element | string)[];
}

const VOID = new Set(["meta", "img", "br"]);

/**
 * Parses a document into a tree.
 *
 * @throws an error for elements that the parser has to close, or that do not belong where they stand
 */
export function readTree(html: string): Element {
  const root: Element = { name: "#root", attributes: {}, children: [] };
  const open = [root];
  const parser = new Parser(
    {
      onopentag(name, attributes) {
        const element = { name, attributes, children: [] };
        open.at(-1)?.children.push(element);
        open.push(element);
      },
      onclosetag(name, isImplied) {
        const element = open.pop();
        if (element?.name !== name || (isImplied && !VOID.has(name) && !isWithinSvg(open))) {
          throw new Error(`${name} is not closed where it should be`);
        }
      },
      ontext(text) {
        open.at(-1)?.children.push(text);
      },
    },
    { decodeEntities: true, recognizeSelfClosing: true },
  );
  parser.end(html);
  if (open.length !== 1) {
    throw new Error(`${open.at(-1)?.name ?? "?"} is not closed`);
  }
  return root;
}

const isWithinSvg = (open: readonly Element[]): boolean => open.some(({ name }) => name === "svg");

export function allElements(element: Element): Element[] {
  return element.children.flatMap((child) => (typeof child === "string" ? [] : [child, ...allElements(child)]));
}

export const elementsOf = (html: string, name: string): Element[] =>
  allElements(readTree(html)).filter((element) => element.name === name);

export const textOf = ({ children }: Element): string =>
  children.map((child) => (typeof child === "string" ? child : textOf(child))).join("");

/** Returns the outline of the sections of pages. */
export const readHtml = (html: string): Outline[] =>
  elementsOf(html, "section").flatMap(({ children }) => outlineOfAll(children));

const BLOCKS = /^(?:h[1-6]|p|ul|ol|table|pre|blockquote|figure)$/;

function outlineOfAll(children: Element["children"]): Outline[] {
  const inline: (Element | string)[] = [];
  const outline: Outline[] = [];
  for (const child of children) {
    if (typeof child !== "string" && BLOCKS.test(child.name)) {
      outline.push(blockOf(child));
    } else {
      inline.push(child);
    }
  }
  const text = styledText(inline).replace(/^\n|\n+$/g, "");
  return text === "" ? outline : [{ kind: "paragraph", text }, ...outline];
}

function blockOf(element: Element): Outline {
  const { name, children, attributes } = element;
  switch (name) {
    case "p":
      return { kind: "paragraph", text: styledText(children) };
    case "blockquote":
      return { kind: "quote", blocks: outlineOfAll(children) };
    case "figure":
      return { kind: "code", lines: textOf(element).split("\n") };
    case "ul":
    case "ol": {
      const items = children.filter((child) => typeof child !== "string").map((item) => outlineOfAll(item.children));
      return { kind: "list", isOrdered: name === "ol", start: Number(attributes["start"] ?? 1), items };
    }
    case "table": {
      const rows = allElements(element).filter((each) => each.name === "tr");
      const shown = rows.map((row) =>
        row.children.map((cell) => (typeof cell === "string" ? cell : styledText(cell.children))),
      );
      const hasHead = allElements(element).some((each) => each.name === "thead");
      return { kind: "table", rows: hasHead && shown[0]?.every((text) => text === "") ? shown.slice(1) : shown };
    }
    default:
      return { kind: "heading", level: Number(name.slice(1)), text: styledText(children) };
  }
}

const STYLES = { strong: "bold", em: "italic", code: "code", sup: "super", sub: "sub" } as const;
const ORDER = ["bold", "italic", "code", "super", "sub"] as const;

function styledText(children: Element["children"], styles: readonly string[] = [], href = ""): string {
  return children
    .map((child) => {
      if (typeof child === "string") {
        const signs = ORDER.map((style) => (styles.includes(style) ? SIGN[style] : "")).join("");
        return Array.from(child, (character) => (character === "\n" ? character : signs + href + character)).join("");
      }
      const style = Object.entries(STYLES).find(([name]) => name === child.name)?.[1];
      const link = child.name === "a" ? `{${child.attributes["href"] ?? ""}}` : href;
      return styledText(child.children, style === undefined ? styles : [...styles, style], link);
    })
    .join("");
}
