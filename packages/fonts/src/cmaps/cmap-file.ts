import { Token } from "@quire/cos";
import { PostScriptTokens } from "../programs/post-script-tokens.ts";
import type { CMapSystemInfo } from "./cmap.ts";
import { RangesByLength } from "./code-ranges.ts";
import { type CodespaceRange, codeOf } from "./codespace.ts";

/** The contents of a CMap file (Adobe Technical Note 5014), without the CMap that it uses. */
export interface CMapFile {
  readonly name: string | undefined;
  readonly systemInfo: CMapSystemInfo | undefined;
  readonly writingMode: number | undefined;
  readonly usedName: string | undefined;
  readonly codespace: readonly CodespaceRange[];
  readonly cids: RangesByLength<number>;
  readonly notdefs: RangesByLength<number>;
  readonly texts: RangesByLength<string>;
  /**
   * Whether it is not well-formed PostScript: a section has fewer entries than the number before it says, so that it
   * ends in the middle of another, or a `>` closes nothing.
   */
  readonly isMalformed: boolean;
}

export const readCMapFile = (bytes: Uint8Array): CMapFile => new CMapReader(bytes).read();

/** The length of the longest codes. */
const MAX_CODE_BYTES = 4;

class CMapReader {
  readonly #tokens: PostScriptTokens;
  readonly #codespace: CodespaceRange[] = [];
  readonly #cids = new RangesByLength<number>();
  readonly #notdefs = new RangesByLength<number>();
  readonly #texts = new RangesByLength<string>();
  readonly #entries = new Map<string, string | number>();
  #usedName: string | undefined;
  #isMalformed = false;

  constructor(bytes: Uint8Array) {
    this.#tokens = new PostScriptTokens(bytes);
  }

  read(): CMapFile {
    let lastName: string | undefined;
    let lastInteger = 0;
    while (this.#tokens.next() !== Token.end) {
      const { name, keyword, integer } = this.#tokens;
      lastInteger = integer ?? lastInteger;
      if (name !== undefined) {
        lastName = name;
        this.#readEntry(name);
      } else if (keyword === "usecmap") {
        this.#usedName = lastName;
      } else if (keyword !== undefined) {
        const entries = this.#readSection(keyword);
        this.#isMalformed ||= entries < lastInteger || keyword === ">";
        lastInteger = 0;
      }
    }
    return {
      codespace: this.#codespace,
      cids: this.#cids,
      notdefs: this.#notdefs,
      texts: this.#texts,
      name: this.#text("CMapName"),
      writingMode: this.#number("WMode"),
      usedName: this.#usedName,
      systemInfo: this.#systemInfo(),
      isMalformed: this.#isMalformed,
    };
  }

  #readEntry(key: string): void {
    if (!ENTRIES.has(key) || this.#entries.has(key)) {
      return;
    }
    const kind = this.#tokens.next();
    this.#tokens.back();
    if (kind === Token.name) {
      this.#tokens.next();
      this.#entries.set(key, this.#tokens.name ?? "");
    } else if (kind === Token.literalString || kind === Token.hexString) {
      this.#tokens.next();
      this.#entries.set(key, Buffer.from(this.#tokens.string ?? []).toString("latin1"));
    } else {
      const number = this.#tokens.number();
      if (number !== undefined) {
        this.#entries.set(key, number);
      }
    }
  }

  /** Reads a section, and returns the number of its entries. */
  #readSection(keyword: string): number {
    switch (keyword) {
      case "begincodespacerange":
        return this.#eachRange((first, last) => this.#addCodespace(first, last));
      case "begincidrange":
        return this.#eachRange((first, last) => this.#addCids(this.#cids, first, last));
      case "begincidchar":
        return this.#eachString((code) => this.#addCids(this.#cids, code, code));
      case "beginnotdefrange":
        return this.#eachRange((first, last) => this.#addCids(this.#notdefs, first, last));
      case "beginnotdefchar":
        return this.#eachString((code) => this.#addCids(this.#notdefs, code, code));
      case "beginbfrange":
        return this.#eachRange((first, last) => this.#addTexts(first, last));
      case "beginbfchar":
        return this.#eachString((code) => this.#addText(code, code));
      default:
        return Number.POSITIVE_INFINITY;
    }
  }

  #eachString(read: (string: Uint8Array) => void): number {
    let count = 0;
    this.#tokens.next();
    for (let { string } = this.#tokens; string !== undefined; { string } = this.#tokens) {
      count += 1;
      read(string);
      this.#tokens.next();
    }
    this.#tokens.back();
    return count;
  }

  #eachRange(read: (first: Uint8Array, last: Uint8Array) => void): number {
    return this.#eachString((first) => {
      this.#tokens.next();
      const last = this.#tokens.string;
      if (last === undefined) {
        this.#tokens.back();
      } else {
        read(first, last);
      }
    });
  }

  #addCodespace(low: Uint8Array, high: Uint8Array): void {
    if (low.length > 0 && low.length <= MAX_CODE_BYTES && high.length === low.length) {
      this.#codespace.push({ low, high });
    }
  }

  #addCids(ranges: RangesByLength<number>, first: Uint8Array, last: Uint8Array): void {
    const cid = this.#tokens.number();
    if (cid !== undefined && first.length <= MAX_CODE_BYTES) {
      ranges.of(first.length).add(codeOf(first), codeOf(last), cid);
    }
  }

  #addTexts(first: Uint8Array, last: Uint8Array): void {
    if (this.#tokens.next() !== Token.arrayStart) {
      this.#tokens.back();
      this.#addText(first, last);
      return;
    }
    const start = codeOf(first);
    let code = start;
    this.#eachString((text) => {
      this.#addRange({ lengthBytes: first.length, first: code, last: code }, text);
      code += 1;
    });
    // This token is the closing bracket.
    this.#tokens.next();
  }

  #addText(first: Uint8Array, last: Uint8Array): void {
    this.#tokens.next();
    const text = this.#tokens.string;
    if (text === undefined) {
      // A glyph name, which has no place in ToUnicode, is skipped; anything else ends the section.
      if (this.#tokens.name === undefined) {
        this.#tokens.back();
      }
      return;
    }
    this.#addRange({ lengthBytes: first.length, first: codeOf(first), last: codeOf(last) }, text);
  }

  #addRange(
    { lengthBytes, first, last }: { readonly lengthBytes: number; readonly first: number; readonly last: number },
    text: Uint8Array,
  ): void {
    if (lengthBytes <= MAX_CODE_BYTES) {
      this.#texts.of(lengthBytes).add(first, last, utf16(text));
    }
  }

  #text(key: string): string | undefined {
    const value = this.#entries.get(key);
    return typeof value === "string" ? value : undefined;
  }

  #number(key: string): number | undefined {
    const value = this.#entries.get(key);
    return typeof value === "number" ? value : undefined;
  }

  #systemInfo(): CMapSystemInfo | undefined {
    const info = {
      registry: this.#text("Registry"),
      ordering: this.#text("Ordering"),
      supplement: this.#number("Supplement"),
    };
    return info.registry === undefined && info.ordering === undefined ? undefined : info;
  }
}

const ENTRIES: ReadonlySet<string> = new Set(["CMapName", "WMode", "Registry", "Ordering", "Supplement"]);

/** Decodes UTF-16 with the high byte first; a single byte is a code point. */
function utf16(bytes: Uint8Array): string {
  if (bytes.length === 1) {
    return String.fromCharCode(codeOf(bytes));
  }
  let text = "";
  for (let index = 0; index + 1 < bytes.length; index += 2) {
    text += String.fromCharCode(codeOf(bytes, index, 2));
  }
  return text;
}
