import { type Bounds, type CosDocument, type CosValue, type Dict, isName, Name, Ref, resolve } from "@quire/cos";
import { GROUPING_ONLY, NO_CONTENT, PERMITTED } from "@quire/pdfa/containment";
import type { AccessibilityPart } from "../options.ts";
import { type ElementMaker, setKids } from "./element-kids.ts";
import { elementOf, kidsOf } from "./elements.ts";

/** The types whose children count as those of the element around them (ISO/TS 32005, 5). */
const TRANSPARENT = new Set(["NonStruct", "Div", "Part"]);
/** The types of elements that stand in lines of text. */
const INLINE = new Set(
  "Span Em Strong Sub Quote Code Link Reference Annot Form Ruby Lbl Note FENote Figure Formula".split(" "),
);

interface Element {
  readonly dict: Dict;
  readonly ref: Ref;
}

/** An element with the type that it is in: that of its parent or, where that is transparent, of the element around it. */
interface Open extends Element {
  readonly context: string;
}

/**
 * Puts elements and content into elements that may contain them (ISO/TS 32005, table 5): text between blocks becomes a
 * paragraph, what stands between the items of a list an item. What can be mended in no other way loses its meaning, and
 * keeps its content. Part 1 of PDF/UA is about the parts of lists and tables alone (ISO 14289-1, 7.2).
 * @param maker makes the elements that are needed
 */
export function containElements(
  root: Dict,
  document: CosDocument,
  { maker, part }: { readonly maker: ElementMaker; readonly part: AccessibilityPart },
): void {
  const { bounds } = document;
  const container = new Container(bounds, maker, part);
  const seen = new Set<Dict>([root]);
  const ahead: Open[] = [];
  const push = (dict: Dict, context: string): void => {
    for (const kid of kidsOf(dict, bounds)) {
      const element = elementOf(kid);
      if (element !== undefined && kid instanceof Ref && !seen.has(element)) {
        seen.add(element);
        ahead.push({ dict: element, ref: kid, context });
      }
    }
  };
  push(root, "StructTreeRoot");
  for (let next = ahead.pop(); next !== undefined; next = ahead.pop()) {
    bounds.step();
    container.arrange(next);
    push(next.dict, contextIn(next));
  }
}

/** Returns the type that the kids of an element are in. */
function contextIn({ dict, context }: Open): string {
  const type = columnOf(dict);
  return TRANSPARENT.has(type) ? context : type;
}

/** Returns the type of an element as the table has it: Hn for all headings with a level. */
function columnOf(element: Dict): string {
  const type = element.name("S") ?? "";
  return type.startsWith("H") ? type.replace(/^H[1-9]\d*$/, "Hn") : type;
}

/** What is put around kids that are in no place of theirs, from the outside in, by the type around them. */
const WRAPPERS: ReadonlyMap<string, readonly string[]> = new Map([
  ["L", ["LI", "LBody"]],
  ["LI", ["LBody"]],
  ["Table", ["TR", "TD"]],
  ["THead", ["TR", "TD"]],
  ["TBody", ["TR", "TD"]],
  ["TFoot", ["TR", "TD"]],
  ["TR", ["TD"]],
]);

/** The types that mean something only in a list or a table. */
const PARTS = new Set("LI LBody TR TH TD THead TBody TFoot TOCI".split(" "));

class Container {
  readonly #maker: ElementMaker;
  readonly #bounds: Bounds;
  readonly #part: AccessibilityPart;

  constructor(bounds: Bounds, maker: ElementMaker, part: AccessibilityPart) {
    this.#bounds = bounds;
    this.#maker = maker;
    this.#part = part;
  }

  arrange(element: Open): void {
    const type = columnOf(element.dict);
    if (element.context === "L" && TRANSPARENT.has(type) && this.#kids(element).some((kid) => isItemPart(kid))) {
      element.dict.set("S", new Name("LI"));
    } else if (this.#part === 1) {
      // The elements below are as they may be.
    } else if (type === "Ruby") {
      this.#arrangeRuby(element);
    } else if (type === "Link") {
      this.#arrangeLink(element);
    } else if (type === "Div" && this.#kids(element).some((kid) => typeOf(kid) === "Caption")) {
      // The children of a Div count as those of the element around it.
      element.dict.set("S", new Name("Sect"));
    }
    if (this.#part === 2) {
      this.#placeCaptions(element);
    }
    this.#wrap(element, contextIn(element));
  }

  #kids({ dict }: Element): readonly CosValue[] {
    return kidsOf(dict, this.#bounds);
  }

  #wrap(element: Element, context: string): void {
    const kids = this.#kids(element);
    const wrappers = WRAPPERS.get(context) ?? (mayContain(context, "P") ? ["P"] : []);
    const result: CosValue[] = [];
    let run: CosValue[] = [];
    let isChanged = false;
    const end = (): void => {
      const needs = run.some((kid) => this.#isMisplaced(typeOf(kid), context));
      const kept = needs ? [this.#wrapped(run, wrappers, element)] : run;
      kept.forEach((kid) => result.push(kid));
      isChanged ||= needs;
      run = [];
    };
    for (const kid of kids) {
      const type = typeOf(kid);
      const isMisplaced = this.#isMisplaced(type, context);
      const isLoose = WRAPPERS.has(context) ? isMisplaced : type === undefined || INLINE.has(type);
      const inner = wrappers.at(-1);
      if (isLoose && inner !== undefined && mayContain(inner, type)) {
        run.push(kid);
        continue;
      }
      end();
      if (isMisplaced) {
        elementOf(kid)?.set("S", new Name("NonStruct"));
      }
      result.push(kid);
    }
    end();
    if (isChanged) {
      setKids(element.dict, result);
    }
  }

  /**
   * Returns whether a kid of that type, content having none, may not be in an element of the other type, and a paragraph or
   * the like would mend it.
   */
  #isMisplaced(type: string | undefined, context: string): boolean {
    if (this.#part === 1 && !WRAPPERS.has(context)) {
      return type !== undefined && PARTS.has(type) && !mayContain(context, type);
    }
    // An item has a body for its content (ISO 14289-2, 8.2.5.25).
    if (type === undefined) {
      return NO_CONTENT.has(context) || context === "LI";
    }
    // Some contain blocks only if they contain nothing else, which the other changes here do not keep.
    return !mayContain(context, type) || GROUPING_ONLY[context]?.includes(type) === true;
  }

  #wrapped(run: readonly CosValue[], wrappers: readonly string[], parent: Element): Ref {
    const [outer = "P", ...inner] = wrappers;
    const made = this.#maker.around(inner.length === 0 ? run : [], outer, parent);
    if (inner.length > 0) {
      const { dict, ref } = made;
      const page = parent.dict.raw("Pg");
      if (page !== undefined) {
        dict.set("Pg", page);
      }
      setKids(dict, [this.#wrapped(run, inner, { dict, ref })]);
    }
    return made.ref;
  }

  /**
   * A caption that is neither the first nor the last child is a paragraph (ISO 14289-2, 8.2.5.27), as are further ones, and
   * those whose place is among the children of another element.
   */
  #placeCaptions(element: Element): void {
    const kids = this.#kids(element);
    let hasCaption = TRANSPARENT.has(columnOf(element.dict));
    kids.forEach((kid, index) => {
      if (typeOf(kid) === "Caption") {
        const isKept = !hasCaption && (index === 0 || index === kids.length - 1);
        hasCaption ||= isKept;
        if (!isKept) {
          elementOf(kid)?.set("S", new Name("P"));
        }
      }
    });
  }

  /**
   * A link in which blocks are is one of these: the annotation cannot be in several (ISO 14289-2, 8.2.5.20), and a link
   * with content has no blocks in it.
   */
  #arrangeLink(link: Open): void {
    const kids = this.#kids(link);
    const blocks = new Set(GROUPING_ONLY["Link"]);
    const block = kids.find((kid) => {
      const type = typeOf(kid);
      return kid instanceof Ref && type !== undefined && blocks.has(type) && mayContain(type, "Link");
    });
    const dict = elementOf(block ?? null);
    if (!(block instanceof Ref) || dict === undefined) {
      return;
    }
    const references = kids.filter((kid) => isReference(kid));
    const around = { dict, ref: block };
    const made = this.#maker.around([], "Link", around);
    const page = dict.raw("Pg") ?? link.dict.raw("Pg");
    if (page !== undefined) {
      made.dict.set("Pg", page);
    }
    const moved = [...this.#kids(around), ...references];
    this.#maker.adopt(moved, made);
    setKids(made.dict, moved);
    setKids(dict, [made.ref]);
    setKids(
      link.dict,
      kids.filter((kid) => !isReference(kid)),
    );
    link.dict.set("S", new Name("NonStruct"));
  }

  /** Ruby has a base and its text (ISO 14289-2, 8.2.5.23); any other sequence is text. */
  #arrangeRuby(ruby: Open): void {
    const kids = this.#kids(ruby);
    const last = kids.at(-1) ?? null;
    const base = kids.slice(0, -1);
    const isPlain = typeOf(last) === "RT" && base.length > 0 && base.every((kid) => typeOf(kid) !== "RT");
    if (!isPlain) {
      ruby.dict.set("S", new Name("Span"));
      for (const kid of kids) {
        const element = elementOf(kid);
        if (element !== undefined && ["RB", "RT", "RP"].includes(columnOf(element))) {
          element.set("S", new Name("Span"));
        }
      }
      return;
    }
    const [only] = base;
    const isBase = base.length === 1 && typeOf(only ?? null) === "RB";
    setKids(ruby.dict, [isBase ? (only ?? null) : this.#maker.around(base, "RB", ruby).ref, last]);
  }
}

/** Returns the type of a kid that is an element; undefined for content. */
function typeOf(kid: CosValue): string | undefined {
  const element = elementOf(kid);
  return element && columnOf(element);
}

const isItemPart = (kid: CosValue): boolean => ["Lbl", "LBody"].includes(typeOf(kid) ?? "");

const mayContain = (parent: string, child: string | undefined): boolean =>
  child === undefined || PERMITTED.get(parent)?.has(child) !== false;

function isReference(kid: CosValue): boolean {
  const item = resolve(kid);
  return typeof item === "object" && item !== null && "get" in item && isName(item.get("Type"), "OBJR");
}
