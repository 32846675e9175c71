import { Stream } from "@quire/cos";
import type { Dice } from "../../../fuzz/dice.ts";
import { type ObjectLayout, type PlainFile, Written } from "../plain-file.ts";
import { type Mutation, someDictionary } from "./mutation.ts";

const OBJECT_LAYOUTS: readonly (readonly [string, ObjectLayout])[] = [
  ["space before obj's number", { beforeNumber: " " }],
  ["nothing after endobj", { afterEndobj: "" }],
  ["two spaces before the generation", { betweenNumbers: "  " }],
  ["LF before the generation", { betweenNumbers: "\n" }],
  ["tab before obj", { beforeObj: "\t" }],
  ["two spaces before obj", { beforeObj: "  " }],
  ["space after obj", { afterObj: " " }],
  ["space and LF after obj", { afterObj: " \n" }],
  ["CR after obj", { afterObj: "\r" }],
  ["CRLF after obj", { afterObj: "\r\n" }],
  ["comment after obj", { afterObj: "% x\n" }],
  ["space before endobj", { beforeEndobj: " " }],
  ["nothing before endobj", { beforeEndobj: "" }],
  ["space after endobj", { afterEndobj: " " }],
  ["space and LF after endobj", { afterEndobj: " \n" }],
  ["LF and space before endobj", { beforeEndobj: "\n " }],
  ["CR before endobj", { beforeEndobj: "\r" }],
  ["two LF before endobj", { beforeEndobj: "\n\n" }],
  ["comment before endobj", { beforeEndobj: "\n% x\n" }],
];

const STREAM_LAYOUTS: readonly (readonly [string, ObjectLayout])[] = [
  ["CRLF after stream", { afterStream: "\r\n" }],
  ["CR after stream", { afterStream: "\r" }],
  ["nothing after stream", { afterStream: "" }],
  ["space and LF after stream", { afterStream: " \n" }],
  ["nothing before endstream", { beforeEndstream: "" }],
  ["CRLF before endstream", { beforeEndstream: "\r\n" }],
  ["CR before endstream", { beforeEndstream: "\r" }],
  ["two LF before endstream", { beforeEndstream: "\n\n" }],
  ["space before endstream", { beforeEndstream: " " }],
  ["Length 1 too large", { lengthError: 1 }],
  ["Length 1 too small", { lengthError: -1 }],
  ["Length 2 too large", { lengthError: 2 }],
  ["Length 10 too large", { lengthError: 10 }],
  ["Length too large by far", { lengthError: 100_000 }],
  ["Length 10 too small", { lengthError: -10 }],
  ["CRLF before endstream in Length", { beforeEndstream: "\r\n", lengthError: 2 }],
  ["CRLF before endstream, CR in Length", { beforeEndstream: "\r\n", lengthError: 1 }],
];

/** The mutations of stream dictionaries and of how files and objects are written. */
export const STREAM_MUTATIONS: readonly Mutation[] = [
  {
    kind: "stream dictionary",
    apply(file, dice) {
      const found = someDictionary(file, dice, ({ stream }) => stream !== undefined);
      if (found?.stream === undefined) {
        return undefined;
      }
      const [key, value] = dice.pick(STREAM_ENTRIES);
      found.dict.set(key, new Written(value));
      return `/${key} ${value} in the stream of ${found.role}`;
    },
  },
  {
    kind: "filter",
    apply(file, dice) {
      const found = someDictionary(file, dice, ({ stream }) => stream !== undefined);
      const text = found?.stream && file.textOf(found.stream);
      if (found?.stream === undefined || text === undefined) {
        return undefined;
      }
      const filter = dice.pick(["ASCIIHexDecode", "RunLengthDecode", "LZWDecode", "Crypt", undefined]);
      file.setText(found.stream, encoded(text, filter ?? ""), filter);
      return `${filter ?? "no filter"} in ${found.role}`;
    },
  },
  {
    kind: "stream layout",
    apply: (file, dice) =>
      withLayout(file, dice, { layouts: STREAM_LAYOUTS, isMeant: (value) => value instanceof Stream }),
  },
  {
    kind: "object layout",
    apply: (file, dice) => withLayout(file, dice, { layouts: OBJECT_LAYOUTS, isMeant: () => true }),
  },
  {
    kind: "file layout",
    apply(file, dice) {
      const [said, change] = dice.pick(FILE_CHANGES);
      change(file);
      return said;
    },
  },
];

const STREAM_ENTRIES = [
  ["F", "(a.txt)"],
  ["FFilter", "/FlateDecode"],
  ["FDecodeParms", "<<>>"],
  ["DL", "10"],
  ["DecodeParms", "<</Predictor 1>>"],
  ["DecodeParms", "null"],
  ["Filter", "[]"],
  ["Filter", "/Other"],
  ["Filter", "[/Crypt/FlateDecode]"],
  ["DecodeParms", "[<</Name/Identity>>]"],
  ["DecodeParms", "<</Name/StdCF>>"],
  ["Filter", "/Fl"],
  ["Filter", "null"],
  ["F", "null"],
  ["FFilter", "null"],
] as const;

/** Returns a text as a filter encodes it. */
function encoded(text: string, filter: string): string {
  const bytes = Buffer.from(text, "latin1");
  switch (filter) {
    case "ASCIIHexDecode":
      return `${bytes.toString("hex")}>`;
    case "RunLengthDecode":
      return `${(text.match(/[^]{1,128}/g) ?? []).map((run) => String.fromCharCode(run.length - 1) + run).join("")}\x80`;
    case "LZWDecode":
      return lzw(bytes);
    default:
      return text;
  }
}

/** Encodes without a table: each byte as a code of 9 bits, and cleared before codes get longer. */
function lzw(bytes: Uint8Array): string {
  const codes = [256];
  for (const [index, byte] of bytes.entries()) {
    codes.push(byte, ...(index % 200 === 199 ? [256] : []));
  }
  const bits = [...codes, 257].map((code) => code.toString(2).padStart(9, "0")).join("");
  return (bits.match(/.{1,8}/g) ?? [])
    .map((byte) => String.fromCharCode(Number.parseInt(byte.padEnd(8, "0"), 2)))
    .join("");
}

function withLayout(
  file: PlainFile,
  dice: Dice,
  { layouts, isMeant }: { layouts: readonly (readonly [string, ObjectLayout])[]; isMeant: (value: unknown) => boolean },
): string | undefined {
  const numbers = [...file.objects].flatMap(([number, value]) => (isMeant(value) ? [number] : []));
  if (numbers.length === 0) {
    return undefined;
  }
  const [said, layout] = dice.pick(layouts);
  file.layouts.set(dice.pick(numbers), layout);
  return said;
}

const FILE_CHANGES: readonly (readonly [string, (file: PlainFile) => void])[] = [
  ...[
    "%PDF-1.3",
    "%PDF-1.4",
    "%PDF-1.7",
    "%PDF-1.8",
    "%PDF-2.0",
    "%PDF-2.1",
    "%pdf-1.4",
    "%PDF-1.4 x",
    "%PDF-14",
    "\n%PDF-1.4",
    "%PDF-1.7 ",
  ].map(
    (header) =>
      [
        `header ${header}`,
        ({ layout }: PlainFile) => {
          layout.header = layout.header.replace(/^[^\n]*/, header);
        },
      ] as const,
  ),
  ...[
    "%abcd\n",
    "",
    "%\u00e2\u00e3\u00cf\n",
    "\u00e2\u00e3\u00cf\u00d3\n",
    "% \u00e2\u00e3\u00cf\u00d3\n",
    "%\u00e2\u00e3\u00cf\u00d3",
    "%\x80\x80\x80\x80\n",
    "\n%\u00e2\u00e3\u00cf\u00d3\n",
  ].map(
    (comment) =>
      [
        `comment ${JSON.stringify(comment)}`,
        ({ layout }: PlainFile) => {
          layout.header = layout.header.replace(/\n[^]*/, `\n${comment}`);
        },
      ] as const,
  ),
  ...["xref\r\n", "xref \n", "xref\n\n", "xref\r", "xref "].map(
    (xref) =>
      [
        `xref ${JSON.stringify(xref)}`,
        ({ layout }: PlainFile) => {
          layout.xref = xref;
        },
      ] as const,
  ),
  ...["  ", "\t", "\n"].map(
    (separator) =>
      [
        `subsection with ${JSON.stringify(separator)}`,
        ({ layout }: PlainFile) => {
          layout.subsectionSeparator = separator;
        },
      ] as const,
  ),
  ...[" \n", "\r\n", "\n\n", "\r"].map(
    (end) =>
      [
        `subsection ends with ${JSON.stringify(end)}`,
        ({ layout }: PlainFile) => {
          layout.afterSubsection = end;
        },
      ] as const,
  ),
  ...["\r\n", "\n", " \r"].map(
    (end) =>
      [
        `entries end with ${JSON.stringify(end)}`,
        ({ layout }: PlainFile) => {
          layout.entryEnd = end;
        },
      ] as const,
  ),
  ...["", "\r\n", "\r", "\n\n", "\n ", "x", "\nx\n", "\0", "\n%comment\n", " \n"].map(
    (after) =>
      [
        `after EOF ${JSON.stringify(after)}`,
        ({ layout }: PlainFile) => {
          layout.afterEof = after;
        },
      ] as const,
  ),
  ...["[]", "[(a)]", "[(a)(b)]", "[()()]", "(a)", "[<00><00>]", "null", "[(a) 1]"].map(
    (id) =>
      [
        `ID ${id}`,
        ({ trailer }: PlainFile) => {
          trailer.set("ID", new Written(id));
        },
      ] as const,
  ),
  [
    "Encrypt",
    ({ trailer }) => {
      trailer.set("Encrypt", new Written("<</Filter/Standard/V 1/R 2/P -4/O<00>/U<00>>>"));
    },
  ],
  [
    "no Info",
    ({ trailer }) => {
      trailer.delete("Info");
    },
  ],
  [
    "Info with ModDate",
    ({ trailer }) => {
      trailer.set("Info", new Written("<</ModDate(D:20200101000000Z)>>"));
    },
  ],
  [
    "Info with more",
    ({ trailer }) => {
      trailer.set("Info", new Written("<</ModDate(D:20200101000000Z)/Title(x)>>"));
    },
  ],
];
