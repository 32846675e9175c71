import {
  type CosDirect,
  CosString,
  type CosValue,
  Dict,
  Lexer,
  type ParseContext,
  parseValue,
  resource,
  Token,
} from "@quire/cos";
import { GlyphRun } from "./glyph-run.ts";
import { Places } from "./places.ts";

/** A part of a content stream, in bytes: from `start`, inclusive, to `end`, exclusive. */
interface Range {
  readonly start: number;
  readonly end: number;
}

/** A point in the coordinates that a content stream begins with. */
export interface Point {
  readonly x: number;
  readonly y: number;
}

/** What a content stream is scanned with: it is told of all that the stream shows. */
export interface ContentListener {
  /** Text is shown in a font of the resources. Returns what reads it, and is told of all of it; undefined for none. */
  font(font: CosDirect): ShownFont | undefined;
  /** Marked content with this identifier, the innermost one, shows this text, which no other stands for. */
  text(text: string, mcid: number): void;
  /** Anything but text is painted in marked content. */
  painting(mcid: number | undefined): void;
  /** The first text of marked content with this identifier, or the first image, is at this point, its upper left corner. */
  place(mcid: number, point: Point): void;
  /**
   * Marked content with this identifier has neither text nor images, but paths alone. Returns whether it is an artifact.
   */
  isArtifact(mcid: number): boolean;
  /** Text stands for all that is shown within the marked content (ISO 32000-2, 14.9.4). Returns it. */
  actualText(text: Uint8Array): string;
  /**
   * An external object is drawn outside of all marked content. Returns whether it is a form whose content marks itself;
   * otherwise it is an artifact.
   */
  external(object: CosValue): boolean;
}

/** Reads the text of what is shown in a font. */
interface ShownFont {
  readonly lengthBytes: 1 | 2;
  textOf(shown: Uint8Array): string;
  textOfCode(code: number): string;
}

export interface ScannedContent {
  /** What is shown outside of all marked content, in order. */
  readonly unmarked: readonly Range[];
  /** The operators, with their operands, that begin marked content which is an artifact. */
  readonly begins: readonly Range[];
}

/** The entries of the stack of marked content (ISO 32000-2, 14.6). */
interface Mark {
  readonly isArtifact: boolean;
  readonly mcid: number | undefined;
  /** Whether its text was replaced by ActualText. */
  readonly isReplaced: boolean;
  readonly begin: Range;
  /** Whether anything but paths is in it. */
  isMore: boolean;
}

/**
 * Looks for what a content stream shows outside of marked content, which is neither tagged nor an artifact (ISO 14289-1,
 * 7.1). Returns undefined for a stream that cannot be changed safely: one with inline images, which browsers do not
 * write, or whose operators are not in order.
 * @throws CosError `too_complex`
 */
export function scanContent(
  bytes: Uint8Array,
  resources: Dict | undefined,
  context: ParseContext,
  listener: ContentListener,
): ScannedContent | undefined {
  return new ContentScan(bytes, resources, context, listener).run();
}

const PAINTING = new Set("S s f F f* B B* b b*".split(" "));
const CONSTRUCTION = new Set("m l c v y h re".split(" "));

class ContentScan {
  readonly #lexer: Lexer;
  readonly #resources: Dict | undefined;
  readonly #context: ParseContext;
  readonly #listener: ContentListener;
  readonly #ranges = new JoinedRanges();
  readonly #begins: Range[] = [];
  readonly #marks: Mark[] = [];
  /** The numbers of open marks that are artifacts or have an identifier. */
  #marked = 0;
  #replaced = 0;
  #font: ShownFont | undefined;
  readonly #fonts: (ShownFont | undefined)[] = [];
  /** The offsets at which the path and the text object begin; negative outside of them. */
  #pathStart = -1;
  #textStart = -1;
  /** What the text object shows outside of marked content, and whether marked content begins or ends in it. */
  #shown: Range[] = [];
  #hasMarksInText = false;
  #name = "";
  #tag = "";
  #properties: Dict | undefined;
  readonly #strings: Uint8Array[] = [];
  readonly #numbers: number[] = [];
  readonly #places = new Places();
  readonly #glyphs: GlyphRun;
  /** The innermost marked content that has an identifier, and its text that the listener was not told of yet. */
  #tagged: Mark | undefined;
  #text = "";

  constructor(bytes: Uint8Array, resources: Dict | undefined, context: ParseContext, listener: ContentListener) {
    this.#lexer = new Lexer(bytes);
    this.#glyphs = new GlyphRun(bytes);
    this.#resources = resources;
    this.#context = context;
    this.#listener = listener;
  }

  run(): ScannedContent | undefined {
    const lexer = this.#lexer;
    let start = -1;
    for (let kind = lexer.next(); kind !== Token.end; kind = lexer.next()) {
      if (start < 0) {
        start = lexer.start;
      }
      switch (kind) {
        case Token.name:
          this.#tag = this.#name;
          this.#name = lexer.name;
          break;
        case Token.literalString:
        case Token.hexString:
          this.#strings.push(lexer.stringBytes);
          break;
        case Token.integer:
        case Token.real:
          this.#numbers.push(lexer.number);
          break;
        case Token.dictStart:
          this.#readProperties();
          break;
        case Token.keyword:
          this.#context.bounds.step();
          if (!this.#operate(lexer.keyword, start)) {
            return undefined;
          }
          start = -1;
          this.#strings.length = 0;
          this.#numbers.length = 0;
          this.#properties = undefined;
          this.#readGlyphs();
          break;
        // The values in an array come one by one.
        case Token.arrayStart:
        case Token.arrayEnd:
        case Token.dictEnd:
        case Token.braceStart:
        case Token.braceEnd:
          break;
      }
    }
    return this.#marks.length > 0 || this.#textStart >= 0
      ? undefined
      : { unmarked: this.#ranges.list, begins: this.#begins };
  }

  /** Reads glyphs that are written one by one, as far as there are any between two operators. */
  #readGlyphs(): void {
    const font = this.#font;
    if (this.#textStart < 0 || font?.lengthBytes !== 2) {
      return;
    }
    const { bytes } = this.#lexer;
    let at = this.#lexer.position;
    at += bytes[at] === 0x20 || bytes[at] === 0x0a ? 1 : 0;
    const run = this.#glyphs;
    run.read(at, this.#places.inLine, font);
    this.#context.bounds.step(run.operators);
    if (run.shownStart >= 0) {
      this.#places.inLine = { x: run.firstX, y: run.firstY };
      this.#noteShown({ start: run.shownStart, end: run.shownEnd });
      this.#addText(run.text);
    }
    this.#places.inLine = { x: run.x, y: run.y };
    this.#lexer.position = run.end;
  }

  #readProperties(): void {
    // The value begins with the token that was just read.
    this.#lexer.position = this.#lexer.start;
    const value = parseValue(this.#lexer, this.#context);
    this.#properties = value instanceof Dict ? value : undefined;
  }

  /** Returns false when the stream cannot be changed. */
  #operate(operator: string, start: number): boolean {
    const end = this.#lexer.position;
    switch (operator) {
      case "q":
        this.#ranges.depth += 1;
        this.#fonts.push(this.#font);
        this.#places.save();
        return true;
      case "Q":
        this.#ranges.leave();
        this.#font = this.#fonts.pop();
        this.#places.restore();
        return true;
      case "cm":
        this.#places.transform(this.#numbers);
        return true;
      case "BT":
        this.#textStart = start;
        this.#places.beginText();
        this.#shown = [];
        this.#hasMarksInText = false;
        return true;
      case "ET":
        return this.#endText(end);
      case "Tf":
        this.#font = this.#listener.font(resource(this.#resources, "Font", this.#name));
        this.#places.fontSize = this.#numbers.at(-1) ?? 0;
        return true;
      case "Tm":
        this.#places.setText(this.#numbers);
        return true;
      case "Td":
      case "TD":
        this.#places.moveText(this.#numbers[0] ?? 0, this.#numbers[1] ?? 0);
        return true;
      case "Tj":
      case "TJ":
      case "'":
      case '"':
        this.#show({ start, end });
        return true;
      case "BMC":
      case "BDC":
        this.#begin(operator === "BDC", { start, end });
        return true;
      case "EMC":
        return this.#end();
      case "Do":
        this.#draw({ start, end });
        return true;
      case "sh":
        this.#paint({ start, end });
        this.#isMore();
        return true;
      case "n":
        this.#pathStart = -1;
        return true;
      case "BI":
        return false;
      default:
        if (CONSTRUCTION.has(operator)) {
          this.#pathStart = this.#pathStart < 0 ? start : this.#pathStart;
        } else if (PAINTING.has(operator)) {
          this.#paint({ start: this.#pathStart < 0 ? start : this.#pathStart, end });
          this.#pathStart = -1;
        }
        return true;
    }
  }

  #paint(range: Range): void {
    if (this.#marked === 0) {
      this.#ranges.add(range);
    } else {
      this.#listener.painting(this.#mcid);
    }
  }

  #show(range: Range): void {
    this.#noteShown(range);
    for (const shown of this.#strings) {
      this.#addText(this.#font?.textOf(shown) ?? "");
    }
  }

  #noteShown(range: Range): void {
    if (this.#marked === 0 && this.#textStart >= 0) {
      this.#shown.push(range);
    }
    const mark = this.#tagged;
    if (mark?.mcid !== undefined && !mark.isMore) {
      mark.isMore = true;
      this.#listener.place(mark.mcid, this.#places.text);
    }
  }

  #addText(text: string): void {
    if (this.#replaced === 0 && this.#tagged !== undefined) {
      this.#text += text;
    }
  }

  /** Makes another mark the innermost one that has an identifier. */
  #setTagged(mark: Mark | undefined): void {
    if (this.#tagged?.mcid !== undefined && this.#text !== "") {
      this.#listener.text(this.#text, this.#tagged.mcid);
    }
    this.#text = "";
    this.#tagged = mark;
  }

  #endText(end: number): boolean {
    if (this.#textStart < 0) {
      return false;
    }
    if (this.#hasMarksInText) {
      // Marked content that begins in a text object ends in it.
      for (const range of this.#shown) {
        this.#ranges.close();
        this.#ranges.add(range);
        this.#ranges.close();
      }
    } else if (this.#shown.length > 0) {
      this.#ranges.add({ start: this.#textStart, end });
    }
    this.#textStart = -1;
    return true;
  }

  #draw(range: Range): void {
    if (this.#marked > 0) {
      this.#isMore(() => this.#places.object);
      this.#listener.painting(this.#mcid);
      return;
    }
    const object = this.#resources?.dict("XObject")?.raw(this.#name) ?? null;
    if (!this.#listener.external(object)) {
      this.#ranges.add(range);
    }
  }

  /** Notes that the marked content has more than paths; `place` returns where that is. */
  #isMore(place?: () => Point): void {
    const mark = this.#tagged;
    if (mark?.mcid !== undefined && !mark.isMore) {
      mark.isMore = true;
      if (place !== undefined) {
        this.#listener.place(mark.mcid, place());
      }
    }
  }

  #begin(hasProperties: boolean, begin: Range): void {
    const named = hasProperties && this.#properties === undefined;
    const listed = named ? resource(this.#resources, "Properties", this.#name) : undefined;
    const properties = listed instanceof Dict ? listed : this.#properties;
    const tag = named ? this.#tag : this.#name;
    const mcid = properties?.integer("MCID");
    const text = properties?.get("ActualText");
    const isReplaced = this.#replaced === 0 && text instanceof CosString;
    // Marked content within other marked content stays as it is.
    const mark = { isArtifact: tag === "Artifact", mcid, isReplaced, begin, isMore: this.#marked > 0 };
    this.#marks.push(mark);
    if (mcid !== undefined) {
      this.#setTagged(mark);
    }
    this.#marked += isMarking(mark) ? 1 : 0;
    this.#hasMarksInText = true;
    this.#ranges.close();
    if (isReplaced) {
      this.#addText(this.#listener.actualText(text.bytes));
      this.#replaced += 1;
    }
  }

  #end(): boolean {
    const mark = this.#marks.pop();
    if (mark === undefined) {
      return false;
    }
    if (mark === this.#tagged) {
      this.#setTagged(this.#marks.findLast(({ mcid }) => mcid !== undefined));
    }
    if (mark.mcid !== undefined && !mark.isMore && this.#listener.isArtifact(mark.mcid)) {
      this.#begins.push(mark.begin);
    }
    this.#marked -= isMarking(mark) ? 1 : 0;
    this.#replaced -= mark.isReplaced ? 1 : 0;
    this.#hasMarksInText = true;
    this.#ranges.close();
    return true;
  }

  get #mcid(): number | undefined {
    return this.#tagged?.mcid;
  }
}

const isMarking = ({ isArtifact, mcid }: Mark): boolean => isArtifact || mcid !== undefined;

/** Ranges of content, joined with the next one as long as the graphics state is saved and restored within them. */
class JoinedRanges {
  readonly #list: { start: number; end: number }[] = [];
  /** The number of saved graphics states, now and at the start of the last range. */
  depth = 0;
  #startDepth = 0;
  /** Whether the next range may be joined with the last. */
  #isOpen = false;

  get list(): readonly Range[] {
    return this.#list;
  }

  add({ start, end }: Range): void {
    const last = this.#list.at(-1);
    if (last !== undefined && this.#isOpen && this.depth === this.#startDepth) {
      last.end = end;
    } else {
      this.#list.push({ start, end });
      this.#startDepth = this.depth;
      this.#isOpen = true;
    }
  }

  leave(): void {
    this.depth -= 1;
    this.#isOpen = this.#isOpen && this.depth >= this.#startDepth;
  }

  close(): void {
    this.#isOpen = false;
  }
}
