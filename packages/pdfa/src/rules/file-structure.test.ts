import { CosDocument, SecurityHandler, type WriteOptions, writeDocument } from "@quire/cos";
import { expect, test } from "vitest";
import type { Flavour } from "../flavours.ts";
import { type BuildOptions, brokenRules, buildPdf, findingsOf, type MadeObject } from "../testing/pdf-builder.ts";
import { fileStructure } from "./file-structure.ts";
import type { RuleGroup } from "./rule-group.ts";
import { structure } from "./structure.ts";

type Objects = Readonly<Record<number, MadeObject>>;
interface Made {
  readonly objects?: Objects;
  readonly options?: BuildOptions;
  /** A part of the file, and a replacement of the same length, so that offsets stay right. */
  readonly edit?: readonly [string | RegExp, string];
}

function made(flavour: Flavour, { objects = {}, options = {}, edit }: Made): Uint8Array {
  const text = Buffer.from(buildPdf(objects, { flavour, ...options })).toString("latin1");
  if (edit === undefined) {
    return Buffer.from(text, "latin1");
  }
  const edited = text.replace(...edit);
  expect(edited).not.toBe(text);
  expect(edited.length).toBe(text.length);
  return Buffer.from(edited, "latin1");
}

const broken = (flavour: Flavour, document: Made): readonly string[] =>
  brokenRules(made(flavour, document), { flavour, groups: [fileStructure] });

const FLAVOURS = ["1b", "2b", "3b", "4"] as const;

/** A document that breaks a rule, and the flavours that have the rule; the others find nothing. */
interface Case {
  readonly rule: string;
  readonly document: Made;
  readonly flavours?: readonly Flavour[];
}

const object10 = (value: MadeObject): Made => ({ objects: { 10: value } });
const NOT_IN_PART_4 = ["1b", "2b", "3b"] as const;

test.each(FLAVOURS)("a file that is written as it should be has no findings in %s", (flavour) => {
  expect(broken(flavour, {})).toEqual([]);
  const many = { dict: "/Filter [/ASCIIHexDecode /FlateDecode]", stream: "00>" };
  expect(broken(flavour, object10(many))).toEqual([]);
});

test.each<Case>([
  { rule: "file-header", document: { options: { version: "1.8" } }, flavours: ["2b", "3b", "4"] },
  { rule: "file-header", document: { options: { version: "x.4" } } },
  { rule: "file-header", document: { options: { version: "1.4 " } }, flavours: ["2b", "3b", "4"] },
  { rule: "file-header", document: { options: { version: "2.10" } } },
  { rule: "binary-comment", document: { edit: ["%\u00e2\u00e3\u00cf\u00d3\n", "%\u00e2\u00e3\u00cfA\n"] } },
  { rule: "file-identifier", document: { options: { id: null } } },
  { rule: "file-identifier", document: { options: { id: "<00>" } } },
  { rule: "file-identifier", document: { options: { id: "[<> <>]" } }, flavours: ["2b", "3b", "4"] },
  { rule: "no-encryption", document: { options: { trailer: "/Encrypt 99 0 R" } } },
  { rule: "nothing-after-end", document: { options: { after: "\n" } } },
  { rule: "nothing-after-end", document: { edit: ["%%EOF", "%%EoF"] } },
  { rule: "subsection-header", document: { edit: [/xref\n0 (\d)\n/, "xref\n0\t$1\n"] }, flavours: ["1b"] },
  { rule: "xref-keyword", document: { edit: ["xref\n0 ", "xref 0 "] } },
  { rule: "object-spacing", document: { edit: ["1 0 obj\n", "1 0 obj "] } },
  { rule: "object-spacing", document: { edit: ["\n1 0 obj", " 1 0 obj"] } },
  { rule: "object-spacing", document: { edit: [" >>\nendobj", " >> endobj"] } },
  { rule: "object-spacing", document: { edit: ["endobj\n2 0", "endobj 2 0"] } },
  { rule: "stream-length", document: { edit: ["/Length 0 ", "/Length 1 "] } },
  {
    rule: "stream-keywords",
    document: { edit: ['"w"?>\nendstream\nendobj', '"w"?>endstream\nendobj\n'] },
    flavours: NOT_IN_PART_4,
  },
  { rule: "no-external-stream", document: object10({ dict: "/F (data)", stream: "" }) },
  { rule: "no-external-stream", document: object10({ dict: "/FFilter /FlateDecode", stream: "" }) },
  { rule: "permitted-filters", document: object10({ dict: "/Filter /Own", stream: "" }), flavours: ["2b", "3b", "4"] },
  { rule: "permitted-filters", document: object10({ dict: "/Filter /Fl", stream: "" }), flavours: ["2b", "3b", "4"] },
  {
    rule: "permitted-filters",
    document: object10({ dict: "/Filter /Crypt /DecodeParms << /Name /StdCF >>", stream: "" }),
    flavours: ["2b", "3b", "4"],
  },
  { rule: "array-limit", document: object10(`[${"0 ".repeat(8192)}]`), flavours: ["1b"] },
  {
    rule: "dictionary-limit",
    document: object10(`<< ${Array.from({ length: 4096 }, (_, key) => `/K${key} 0`).join(" ")} >>`),
    flavours: ["1b"],
  },
  { rule: "integer-limit", document: object10("[[2147483648]]"), flavours: NOT_IN_PART_4 },
  { rule: "integer-limit", document: object10("-2147483649"), flavours: NOT_IN_PART_4 },
  { rule: "real-limit", document: object10("<< /A 32767.5 >>"), flavours: ["1b"] },
  {
    rule: "real-limit",
    document: object10({ dict: "/FunctionType 4 /Domain [0 1] /Range [0 1]", stream: "{ pop 40000.0 }" }),
    flavours: ["1b"],
  },
  { rule: "small-real-limit", document: object10(`0.${"0".repeat(39)}1`), flavours: ["2b", "3b"] },
  { rule: "string-limit", document: object10(`(${"a".repeat(65_536)})`), flavours: NOT_IN_PART_4 },
  { rule: "string-limit", document: object10(`(${"a".repeat(32_768)})`), flavours: ["2b", "3b"] },
  { rule: "name-limit", document: object10(`<< /${"n".repeat(128)} 0 >>`), flavours: NOT_IN_PART_4 },
  { rule: "hex-string-odd", document: object10("<abc>") },
  { rule: "hex-string-invalid", document: object10("[<abgg>]") },
  { rule: "hex-string-odd-in-trailer", document: { options: { id: "[<012> <0123>]" } } },
  { rule: "hex-string-invalid-in-trailer", document: { options: { id: "[<01> <0x>]" } } },
  {
    rule: "name-limit-in-trailer",
    document: { options: { trailer: `/${"n".repeat(128)} 0` } },
    flavours: NOT_IN_PART_4,
  },
  { rule: "font-name-utf-8", document: object10("<< /Type /Font /BaseFont /A#c3 >>"), flavours: ["2b", "3b", "4"] },
  {
    rule: "colorant-name-utf-8",
    document: object10("[/Separation /A#c3 /DeviceGray 11 0 R]"),
    flavours: ["2b", "3b", "4"],
  },
  { rule: "colorant-name-utf-8", document: object10("[[/DeviceN [/A /B#c3]]]"), flavours: ["2b", "3b", "4"] },
])("$rule: %j", ({ rule, document, flavours = FLAVOURS }) => {
  for (const flavour of FLAVOURS) {
    const expected = flavours.includes(flavour) ? [rule] : [];
    expect(broken(flavour, document), flavour).toEqual(expected);
  }
});

test("white-space after `stream` is data where no end-of-line marker is before it", () => {
  const edit: [string, string] = ["stream\n\nendstream", "stream \nendstream"];
  expect(broken("2b", { edit })).toEqual(["stream-keywords", "stream-length"]);
  expect(broken("4", { edit })).toEqual(["stream-length"]);
});

test("the end-of-line marker before `endstream` is another one than that after `stream`", () => {
  expect(broken("2b", { edit: ["stream\n\nendstream", "stream\r\nendstream"] })).toEqual(["stream-length"]);
});

test("data may follow `stream` directly where they begin with a delimiter", () => {
  const document = object10({ dict: "", stream: "<data>" });
  const edit: [string, string] = ["stream\n<data>\nendstream", "stream<data>\n\nendstream"];
  expect(broken("2b", { ...document, edit })).toEqual(["stream-keywords", "stream-length"]);
});

test("`stream` and data that follow it directly are one word, which is not the end of an object", () => {
  const document = object10({ dict: "", stream: "da ta" });
  const edit: [string, string] = ["stream\nda ta\nendstream", "streamda ta\n\nendstream"];
  expect(broken("2b", { ...document, edit })).toEqual(["object-spacing"]);
  // What stands in the place of endobj may have end-of-line markers around it.
  const line: [string, string] = ["stream\nda ta\nendstream", "streamda\nta\n\nendstream"];
  expect(broken("2b", { ...document, edit: line })).toEqual([]);
});

test("without a value, `endobj` stands in its place, and the next word in that of `endobj`", () => {
  const document = object10("");
  expect(broken("2b", { objects: { 10: "", 11: "null" } })).toEqual(["object-spacing"]);
  expect(broken("2b", { objects: { 10: "% nothing", 11: "null" } })).toEqual(["object-spacing"]);
  // `xref` has end-of-line markers around it.
  expect(broken("2b", document)).toEqual([]);
});

test("`endstreamendobj` ends no stream: that goes on to the next `endstream`", () => {
  const objects = { 10: { dict: "", stream: "data" }, 11: { dict: "", stream: "more" } };
  const edit: [string, string] = ["data\nendstream\nendobj", "data\nendstreamendobj\n"];
  expect(broken("2b", { objects, edit })).toEqual(["stream-length"]);
});

const joinedWithEndobj = (value: string) =>
  broken("2b", { ...object10(value), edit: [`${value}\nendobj`, `${value}endobj\n`] });

test("`58endobj` is an integer and its end, other objects have an end-of-line marker between", () => {
  expect(joinedWithEndobj("58")).toEqual([]);
  expect(joinedWithEndobj("58.5")).toEqual(["object-spacing"]);
  expect(joinedWithEndobj("<< /A 1 >>")).toEqual(["object-spacing"]);
});

test.each<[string, MadeObject]>([
  ["Crypt that does nothing", { dict: "/Filter /Crypt /DecodeParms << /Name /Identity >>", stream: "" }],
  ["Crypt that does nothing by default", { dict: "/Filter /Crypt", stream: "" }],
  ["a Filter that is no name", { dict: "/Filter 7", stream: "" }],
  ["as many elements as there may be", `[${"0 ".repeat(8191)}]`],
  ["the largest integers", "[2147483647 -2147483648]"],
  ["the longest string", `(${"a".repeat(32_767)})`],
  ["the longest name", `/${"n".repeat(127)}`],
  ["a hexadecimal string with white space", "<AB\ncd>"],
  ["names in UTF-8", "[/Separation /Gr#c3#bcn /DeviceGray 11 0 R]"],
  ["numbers of a function", { dict: "/FunctionType 4 /Domain [0 1] /Range [0 1]", stream: "{ 32767.0 mul }" }],
])("%s is well", (_, value) => {
  for (const flavour of FLAVOURS) {
    expect(broken(flavour, object10(value)), flavour).toEqual([]);
  }
});

test("a header that is not at the beginning does not count", () => {
  const bytes = Buffer.concat([Buffer.from("\n"), made("2b", {})]);
  expect(brokenRules(bytes, { flavour: "2b", groups: [fileStructure] })).toContain("file-header");
});

test("LZW is no filter of any part", () => {
  const document = object10({ dict: "/Filter [/LZWDecode]", stream: "" });
  expect(broken("1b", document)).toEqual(["no-lzw"]);
  for (const flavour of ["2b", "3b", "4"] as const) {
    expect(broken(flavour, document)).toEqual(["permitted-filters"]);
  }
});

/** Writes the skeleton document with the writer's options. */
function rewritten(options: WriteOptions): Uint8Array {
  const chunks: Uint8Array[] = [];
  const { trailer } = CosDocument.open(buildPdf({}, { flavour: "1b" }));
  writeDocument(trailer, { write: (chunk) => chunks.push(Uint8Array.from(chunk)) }, options);
  return Buffer.concat(chunks);
}

const foundIn = (bytes: Uint8Array): readonly string[] =>
  brokenRules(bytes, { flavour: "1b", groups: [fileStructure] });

test("a cross-reference stream breaks part 1", () => {
  expect(foundIn(rewritten({ objectStreams: false }))).not.toContain("no-cross-reference-stream");
  const bytes = rewritten({ objectStreams: true });
  expect(foundIn(bytes)).toContain("no-cross-reference-stream");
  expect(brokenRules(bytes, { flavour: "2b", groups: [fileStructure] })).not.toContain("no-cross-reference-stream");
});

test("an encrypted file conforms to no part, even where no password is needed", () => {
  const firstId = Buffer.from("0123456789ABCDEF", "hex");
  const security = SecurityHandler.create({
    algorithm: "AES-128",
    userPassword: "",
    ownerPassword: "owner",
    permissions: -4,
    encryptMetadata: true,
    firstId,
  });
  const bytes = rewritten({ security });
  for (const flavour of FLAVOURS) {
    expect(brokenRules(bytes, { flavour, groups: [fileStructure] })).toContain("no-encryption");
  }
});

const pad = (value: number): string => String(value).padStart(10, "0");

/**
 * Makes a document that is linearized as far as trailers are concerned: that of the first page stands first, and names
 * the last one.
 */
function linearized({ first, last }: { readonly first: string; readonly last: string }): Uint8Array {
  const text = (length: number, offsets: readonly number[], tables: readonly [number, number]): string => {
    const [lin = 0, catalog = 0, pages = 0, page = 0] = offsets;
    const entry = (offset: number): string => `${pad(offset)} 00000 n \n`;
    return [
      "%PDF-1.4\n%\u00e2\u00e3\u00cf\u00d3\n",
      `1 0 obj\n<< /Linearized 1 /L ${pad(length)} /O 4 /E 0 /N 1 /T 0 /H [0 0] >>\nendobj\n`,
      `xref\n1 1\n${entry(lin)}trailer\n<< /Size 5 /Root 2 0 R ${first} /Prev ${pad(tables[1])} >>\nstartxref\n0\n%%EOF\n`,
      "2 0 obj\n<< /Type /Catalog /Pages 3 0 R >>\nendobj\n",
      "3 0 obj\n<< /Type /Pages /Kids [4 0 R] /Count 1 >>\nendobj\n",
      "4 0 obj\n<< /Type /Page /Parent 3 0 R /MediaBox [0 0 9 9] >>\nendobj\n",
      `xref\n0 1\n0000000000 65535 f \n2 3\n${entry(catalog)}${entry(pages)}${entry(page)}`,
      `trailer\n<< /Size 5 ${last} >>\nstartxref\n${pad(tables[0])}\n%%EOF\n`,
    ].join("");
  };
  const draft = text(0, [], [0, 0]);
  const offsets = [1, 2, 3, 4].map((number) => draft.indexOf(`${number} 0 obj`));
  return Buffer.from(text(draft.length, offsets, [draft.indexOf("xref"), draft.lastIndexOf("\nxref") + 1]), "latin1");
}

const ID = "/ID [<01> <02>]";

test.each([
  { first: ID, last: ID, expected: [] },
  { first: ID, last: "", expected: [] },
  { first: ID, last: "/ID [<01> <03>]", expected: ["linearized-identifiers"] },
  { first: "", last: ID, expected: ["file-identifier", "linearized-identifiers"] },
])("the trailers of a linearized file: $first, $last", ({ first, last, expected }) => {
  expect(foundIn(linearized({ first, last }))).toEqual(expected);
});

test.each([
  { objectCount: 8_388_607, expected: [] },
  { objectCount: 8_388_608, expected: ["object-count"] },
])("a file of $objectCount objects", ({ objectCount, expected }) => {
  const counted: RuleGroup = {
    ...fileStructure,
    begin: ({ document }) => ({ walk: (emit) => emit("file", { document, objectCount }, {}) }),
  };
  for (const flavour of NOT_IN_PART_4) {
    expect(brokenRules(buildPdf({}, { flavour }), { flavour, groups: [counted] })).toEqual(expected);
  }
});

/** Returns the broken rules whose subjects are structure trees. */
function brokenInStructure(flavour: Flavour, objects: Objects): readonly string[] {
  const bytes = buildPdf(objects, { flavour, catalog: "/StructTreeRoot 10 0 R" });
  const keys = findingsOf(bytes, { flavour, groups: [fileStructure, structure] }).map(({ key }) => key);
  return keys.filter((key) => key.endsWith("utf-8"));
}

test("structure types and their roles are valid UTF-8 in parts 2 to 4", () => {
  const element = { 10: "<< /K 11 0 R >>", 11: "<< /S /P#c3 >>" };
  const role = { 10: "<< /RoleMap << /Own /P#c3 >> >>" };
  const namespaces = [
    ["<< /Own [/P#c3 11 0 R] >>", ["role-map-utf-8"]],
    ["<< /Own#c3 /P >>", ["role-map-utf-8"]],
    ["<< /Own [/P#c3#bc 11 0 R] /Two [] >>", []],
  ] as const;
  const right = { 10: "<< /K 11 0 R /RoleMap << /Gr#c3#bc /P >> >>", 11: "<< /S /Gr#c3#bc >>" };
  for (const flavour of ["2b", "3b", "4"] as const) {
    expect(brokenInStructure(flavour, element)).toEqual(["structure-type-utf-8"]);
    expect(brokenInStructure(flavour, role)).toEqual(["role-map-utf-8"]);
    expect(brokenInStructure(flavour, right)).toEqual([]);
    for (const [map, expected] of namespaces) {
      const tree = { 10: "<< /Namespaces [null 11 0 R] >>", 11: `<< /Type /Namespace /NS (a) /RoleMapNS ${map} >>` };
      expect(brokenInStructure(flavour, tree), map).toEqual(expected);
    }
  }
  expect([...brokenInStructure("1b", element), ...brokenInStructure("1b", role)]).toEqual([]);
});

/**
 * Makes the skeleton with other ends of lines and other white space between the numbers of objects; offsets are right.
 */
function spaced({ eol, space }: { readonly eol: string; readonly space: string }): Uint8Array {
  const [header = "", comment = "", ...rest] = Buffer.from(buildPdf({}, { flavour: "1b" }))
    .toString("latin1")
    .split("\n");
  const body = rest
    .slice(0, rest.indexOf("xref"))
    .join(eol)
    .replaceAll(/(\d+) (\d+) obj/g, `$1${space}$2${space}obj`);
  // CR alone may not follow `stream`; the packet's own lines keep their length.
  const text = `${header}${eol}${comment}${eol}${body.replaceAll(`stream${eol}`, `stream${eol === "\r" ? "\r\n" : eol}`)}${eol}`;
  const withLengths = text.replaceAll(
    /\/Length \d+ ([^]*?)stream\r?\n([^]*?)(\r\n|\r|\n)endstream/g,
    (whole, _, data) => whole.replace(/\/Length \d+/, `/Length ${String(data).length}`),
  );
  const numbers = [1, 2, 3, 4, 5];
  const entryEnd = eol.length === 2 ? eol : ` ${eol}`;
  const entries = numbers.map(
    (number) => `${String(withLengths.indexOf(`${number}${space}0${space}obj`)).padStart(10, "0")} 00000 n${entryEnd}`,
  );
  const table = `xref${eol}0 6${eol}0000000000 65535 f${entryEnd}${entries.join("")}trailer${eol}`;
  const trailer = `<< /Size 6 /Root 1 0 R /ID [<01> <02>] >>${eol}startxref${eol}${withLengths.length}${eol}%%EOF${eol}`;
  return Buffer.from(withLengths + table + trailer, "latin1");
}

test.each([
  { eol: "\n", space: " " },
  { eol: "\r\n", space: "\t" },
  { eol: "\r", space: "\n" },
  { eol: "\r", space: "\r" },
])("any end-of-line marker and any white-space character will do: %j", (options) => {
  expect(foundIn(spaced(options))).toEqual([]);
});

test.each([
  { eol: "\n", space: "  " },
  { eol: "\r", space: "\r\n" },
])("white space of two characters is too much between the numbers of an object: %j", (options) => {
  expect(foundIn(spaced(options))).toEqual(["object-spacing"]);
});
