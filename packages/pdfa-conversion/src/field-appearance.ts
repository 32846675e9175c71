import {
  type CosDirect,
  type CosValue,
  Dict,
  decodeTextString,
  fieldAndAncestors,
  Name,
  type Rectangle,
  resolve,
} from "@quire/cos";
import type { Conversion } from "./conversion.ts";

/** What a widget without an appearance shows. */
export interface FieldContent {
  readonly operators: string;
  readonly resources: Dict;
}

/** Bits of Ff (ISO 32000-2, tables 231 and 233). */
const MULTILINE = 1 << 12;
const PASSWORD = 1 << 13;
const COMB = 1 << 24;

/**
 * Draws a widget: its frame, and the value of a text or choice field in one line, as its DA says (ISO 32000-2, 12.7.4.3).
 * Undefined where only a viewer knows what to draw: marks of buttons, values of several lines or in cells, centred ones and
 * those with characters that the font may not have.
 */
export function fieldContent(widget: Dict, box: Rectangle, { catalog }: Conversion): FieldContent | undefined {
  const form = catalog.dict("AcroForm");
  const size = { width: box.right - box.left, height: box.top - box.bottom };
  const frame = frameOf(widget, box, size);
  const value = shownValue(widget);
  if (value === undefined) {
    return undefined;
  }
  if (value === "") {
    return { operators: frame, resources: new Dict() };
  }
  const setting = bytesOf(widget, "DA") ?? form?.bytes("DA");
  const font = /\/([^\s/]+)\s+([\d.]+)\s+Tf/.exec(setting === undefined ? "" : Buffer.from(setting).toString("latin1"));
  if (setting === undefined || font === null || !FITTING.test(value)) {
    return undefined;
  }
  const [, name = "", given = "0"] = font;
  const points = Number(given) || Math.min(LARGEST_AUTOMATIC, size.height * AUTOMATIC_SHARE);
  const inset = 2 * Math.max(1, borderWidth(widget));
  // The middle of letters between their ascent and descent is in the middle of the field.
  const baseline = box.bottom + size.height / 2 - MIDDLE_OF_LETTERS * points;
  const settings = Buffer.from(setting).toString("latin1").replace(font[0], `/${name} ${points} Tf`);
  const text = value.replaceAll(/[\\()]/g, String.raw`\$&`);
  const operators = [
    frame,
    "/Tx BMC q",
    `${box.left} ${box.bottom} ${size.width} ${size.height} re W n`,
    `BT ${settings} ${box.left + inset} ${baseline} Td (${text}) Tj ET`,
    "Q EMC",
  ].join("\n");
  return { operators, resources: new Dict([["Font", new Dict([[name, fontNamed(name, form)]])]]) };
}

const LARGEST_AUTOMATIC = 12;
const AUTOMATIC_SHARE = 0.7;
const MIDDLE_OF_LETTERS = 0.35;
/** Characters that the encodings of all fonts of letters have under the same codes. */
const FITTING = /^[\x20-\x26\x28-\x5f\x61-\x7e]*$/;

/** Returns the text that is shown, empty where there is none; undefined where it is not drawn here. */
function shownValue(widget: Dict): string | undefined {
  const type = inherited(widget, "FT");
  const flags = inherited(widget, "Ff");
  const value = inherited(widget, "V");
  const caption = widget.dict("MK")?.has("CA") === true;
  const kind = type instanceof Name ? type.value : "";
  if (kind === "Sig" || kind === "") {
    return "";
  }
  if (kind === "Btn") {
    const state = widget.name("AS") ?? (value instanceof Name ? value.value : "Off");
    return state === "Off" && !caption ? "" : undefined;
  }
  const bytes = bytesOf(widget, "V");
  const text = bytes === undefined ? "" : decodeTextString(bytes).trim();
  const isSpecial = typeof flags === "number" && (flags & (MULTILINE | PASSWORD | COMB)) !== 0;
  return text !== "" && (isSpecial || (inherited(widget, "Q") ?? 0) !== 0) ? undefined : text;
}

/** Returns the value of an attribute that fields inherit (ISO 32000-2, 12.7.4.1); null where none has it. */
function inherited(widget: Dict, key: string): CosDirect {
  for (const field of fieldAndAncestors(widget)) {
    const value = field.get(key);
    if (value !== null) {
      return value;
    }
  }
  return null;
}

function bytesOf(widget: Dict, key: string): Uint8Array | undefined {
  const value = inherited(widget, key);
  return value !== null && typeof value === "object" && "bytes" in value && value.bytes instanceof Uint8Array
    ? value.bytes
    : undefined;
}

/** Returns the font of that name in the resources of the form; Helvetica where there is none. */
function fontNamed(name: string, form: Dict | undefined): CosValue {
  return (
    form?.dict("DR")?.dict("Font")?.raw(name) ??
    new Dict([
      ["Type", new Name("Font")],
      ["Subtype", new Name("Type1")],
      ["BaseFont", new Name("Helvetica")],
      ["Encoding", new Name("WinAnsiEncoding")],
    ])
  );
}

const borderWidth = (widget: Dict): number => {
  const width = widget.dict("BS")?.number("W") ?? 1;
  return width >= 0 && width < 100 ? width : 1;
};

const OPERATORS: Readonly<Record<number, readonly [stroke: string, fill: string]>> = {
  1: ["G", "g"],
  3: ["RG", "rg"],
  4: ["K", "k"],
};

/** Draws the background and the border of a widget (12.5.6.19). */
function frameOf(widget: Dict, box: Rectangle, size: { readonly width: number; readonly height: number }): string {
  const look = widget.dict("MK");
  const background = colour(look, "BG", 1);
  const border = colour(look, "BC", 0);
  const width = borderWidth(widget);
  return [
    background && `${background} ${box.left} ${box.bottom} ${size.width} ${size.height} re f`,
    border &&
      width > 0 &&
      `${border} ${width} w ${box.left + width / 2} ${box.bottom + width / 2} ${size.width - width} ${size.height - width} re S`,
  ]
    .filter((line) => typeof line === "string" && line !== "")
    .join("\n");
}

function colour(look: Dict | undefined, key: string, of: 0 | 1): string {
  const numbers = (look?.array(key) ?? []).map(resolve).filter((component) => typeof component === "number");
  const operator = OPERATORS[numbers.length]?.[of];
  return operator === undefined ? "" : `${numbers.join(" ")} ${operator}`;
}
