import { readFileSync } from "node:fs";
import { resolve } from "node:path";
import type { Request } from "../api/client.ts";
import { encodeForm, type Part } from "../api/multipart.ts";
import { type HostileText, MARKUP_TEXTS, VALUE_TEXTS } from "./hostile-texts.ts";

/*
 * Requests that make a careless service slow: every body of the API description with every member hostile, the members
 * that are searched with each text on their own, and the framing around them.
 */

export interface HostileRequest {
  readonly name: string;
  /** Makes the request when it is due; all of them together would be gigabytes. */
  readonly make: () => Request;
}

const MEBIBYTE = 2 ** 20;
/** Just below the limits of a field and of a JSON body. */
const FIELD_CHARACTERS = MEBIBYTE - 100;
const RESOURCE_CHARACTERS = MEBIBYTE - 64 * 1024;
const CONTENT_CHARACTERS = 7 * MEBIBYTE;

interface Description {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Described>>>>;
  readonly components: { readonly schemas: Readonly<Record<string, Schema>> };
}

interface Described {
  readonly requestBody?: { readonly content: Readonly<Record<string, { readonly schema: Schema }>> };
  readonly parameters?: readonly { readonly name?: string; readonly in?: string }[];
}

interface Schema {
  readonly $ref?: string;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly format?: string;
  readonly items?: Schema;
}

const description = JSON.parse(
  readFileSync(resolve(import.meta.dirname, "../../docs/openapi.json"), "utf8"),
) as Description;

const schemaOf = (schema: Schema): Schema =>
  schema.$ref === undefined ? schema : (description.components.schemas[schema.$ref.split("/").at(-1) ?? ""] ?? schema);

const pathOf = (template: string): string =>
  template.replace("{slug}", "invoice").replaceAll(/\{(\w+)\}/g, (_, name: string) => name);

const json = (method: string, path: string, value: unknown): Request => ({
  method,
  path,
  headers: { "content-type": "application/json" },
  body: Buffer.from(typeof value === "string" ? value : JSON.stringify(value)),
});

function form(path: string, parts: readonly Part[]): Request {
  const { contentType, body } = encodeForm([...parts]);
  return { method: "POST", path, headers: { "content-type": contentType }, body };
}

const pdf = readFileSync(resolve(import.meta.dirname, "../fixtures/corner-marks.pdf"));
const filePart: Part = { name: "file", content: pdf, filename: "a.pdf" };

/** Takes the next texts of a list, from the first again after the last. */
function taker(texts: readonly HostileText[]): () => HostileText {
  let taken = 0;
  return () => {
    const text = texts[taken % texts.length];
    taken += 1;
    if (text === undefined) {
      throw new Error("There are no texts.");
    }
    return text;
  };
}

const TEXTS = [...VALUE_TEXTS, ...MARKUP_TEXTS];
/** The number of bodies of each endpoint; in the full run every member has every text. */
const BODIES_PER_ENDPOINT = process.env.QUIRE_TEST_FULL === "1" ? TEXTS.length : 3;

/** Returns the text at a place of the list, from the first again after the last. */
function textAt(place: number): HostileText {
  const text = TEXTS[place % TEXTS.length];
  if (text === undefined) {
    throw new Error("There are no texts.");
  }
  return text;
}

/** Makes every body of the description, all its members hostile at once, with different texts each time. */
function everyBody(): HostileRequest[] {
  let endpoints = 0;
  return Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.entries(methods).flatMap(([method, { requestBody }]) =>
      Object.entries(requestBody?.content ?? {}).flatMap(([type, { schema }]) => {
        const members = Object.entries(schemaOf(schema).properties ?? {});
        const isForm = type.startsWith("multipart");
        const isOperation = isForm || /convert|from-template|preview/.test(path);
        const characters = isOperation ? 300_000 : Math.floor(RESOURCE_CHARACTERS / Math.max(1, members.length) / 4);
        const from = endpoints;
        endpoints += 1;
        return Array.from({ length: BODIES_PER_ENDPOINT }, (_, round): HostileRequest => {
          const texts = members.map(([name, member], index) => ({
            name,
            member: schemaOf(member),
            text: textAt(from * BODIES_PER_ENDPOINT + round + index),
          }));
          const [first] = texts;
          return {
            name: `${method.toUpperCase()} ${path} (${isForm ? "form" : "JSON"} ${round + 1}: ${first?.text.name})`,
            make: () =>
              isForm
                ? form(
                    pathOf(path),
                    texts.map(({ name, member, text }) =>
                      member.format === "binary" || member.items?.format === "binary"
                        ? { name, content: Buffer.from(text.ofLength(characters)), filename: text.ofLength(4000) }
                        : { name, value: text.ofLength(characters) },
                    ),
                  )
                : json(
                    method.toUpperCase(),
                    pathOf(path),
                    Object.fromEntries(texts.map(({ name, text }) => [name, text.ofLength(characters)])),
                  ),
          };
        });
      }),
    ),
  );
}

const HTML_TO_PDF = "/api/v1/convert/html-to-pdf";

/** Puts each text of markup where markup is searched, in requests that are valid otherwise. */
function everyMarkup(): HostileRequest[] {
  return MARKUP_TEXTS.flatMap(({ name, ofLength }, index): HostileRequest[] => {
    const entries: readonly (readonly [string, () => Request])[] = [
      ["html", () => json("POST", HTML_TO_PDF, { html: ofLength(FIELD_CHARACTERS) })],
      ["css", () => json("POST", HTML_TO_PDF, { html: "<p>x", css: ofLength(FIELD_CHARACTERS) })],
      ["header_html", () => json("POST", HTML_TO_PDF, { html: "<p>x", header_html: ofLength(FIELD_CHARACTERS) })],
      [
        "a document with a base",
        () => json("POST", HTML_TO_PDF, { html: ofLength(FIELD_CHARACTERS), base_url: "http://example.invalid/" }),
      ],
      [
        "a file with assets",
        () =>
          form(HTML_TO_PDF, [
            { name: "file", content: Buffer.from(ofLength(FIELD_CHARACTERS)), filename: "a.html" },
            { name: "a.png", content: Buffer.alloc(400 * 1024), filename: "a.png" },
            { name: "a.css", content: Buffer.from(ofLength(400 * 1024)), filename: "a.css" },
          ]),
      ],
      ["a long document", () => json("POST", HTML_TO_PDF, { html: ofLength(CONTENT_CHARACTERS) })],
      [
        "Markdown",
        () => json("POST", "/api/v1/convert/markdown-to-pdf", { markdown: ofLength(50_000), css: ofLength(500_000) }),
      ],
      [
        "a template's variables",
        () =>
          json("POST", "/api/v1/pdf/from-template", {
            template_slug: "invoice",
            variables: { customer: { name: ofLength(500_000) } },
          }),
      ],
      [
        "a template",
        () =>
          json("PUT", "/api/v1/templates/hostile", {
            name: "x",
            content: ofLength(400_000),
            css: ofLength(100_000),
            header_html: ofLength(100_000),
          }),
      ],
    ];
    // All places with the texts of the named attacks, two places in turn with the others.
    const chosen = index < 4 ? entries : entries.filter((_, place) => place === index % 9 || place === (index + 4) % 9);
    return chosen.map(([place, make]) => ({ name: `${place}: ${name}`, make }));
  });
}

const VALUES: readonly (readonly [string, (text: string) => Request])[] = [
  ["watermark text", (text) => form("/api/v1/pdf/watermark", [{ name: "text", value: text }, filePart])],
  ["split pages", (pages) => form("/api/v1/pdf/split", [{ name: "pages", value: pages }, filePart])],
  ["password", (password) => form("/api/v1/pdf/remove-password", [{ name: "password", value: password }, filePart])],
  ["header text", (text) => json("POST", HTML_TO_PDF, { html: "<p>x", header_text: text, footer_text: text })],
  ["text", (text) => json("POST", "/api/v1/convert/text-to-pdf", { text: text.slice(0, 50_000), title: text })],
  ["json_data", (text) => json("POST", "/api/v1/convert/json-to-pdf", `{"json_data":${text}`)],
  ["url", (url) => json("POST", HTML_TO_PDF, { url })],
  ["base_url", (text) => json("POST", HTML_TO_PDF, { html: "<p>x", base_url: text })],
  ["webhook url", (url) => json("POST", "/api/v1/webhooks", { url, events: ["job.complete"] })],
  ["template slug", (text) => json("POST", "/api/v1/pdf/from-template", { template_slug: text, variables: {} })],
  [
    "template content",
    (content) => json("PUT", "/api/v1/templates/hostile", { name: "x", content: content.slice(0, 900_000) }),
  ],
  ["file name", (text) => form("/api/v1/pdf/split", [{ ...filePart, filename: text.slice(0, 15_000) }])],
];

const everyValue = (): HostileRequest[] =>
  VALUE_TEXTS.flatMap(({ name, ofLength }, index) =>
    VALUES.filter((_, place) => place === index % VALUES.length || place === (index + 5) % VALUES.length).map(
      ([place, make]): HostileRequest => ({ name: `${place}: ${name}`, make: () => make(ofLength(FIELD_CHARACTERS)) }),
    ),
  );

/** A document nearly as large as any that is printed; the browser gets it from this process. */
const LARGEST_DOCUMENT: HostileRequest = {
  name: "a document of 60 MB",
  make: () =>
    form(HTML_TO_PDF, [{ name: "file", content: Buffer.alloc(60 * MEBIBYTE, "<p>a</p>\n"), filename: "a.html" }]),
};

/** The largest bodies of templates, with as many values as fit in. */
const TEMPLATE_BODIES: readonly HostileRequest[] = (
  [
    ["arrays", '{"a":[', "[],", "[]]}"],
    ["objects", '{"a":[', "{},", "{}]}"],
    ["numbers", '{"a":[', "1,", "1]}"],
    ["members", "{", '"a":1,', '"b":1}'],
    ["deep arrays", '{"a":', "[", "1"],
  ] as const
).flatMap(([name, before, piece, after]) =>
  ["sample", "variables_schema"].map(
    (member): HostileRequest => ({
      name: `a template's ${member} of ${name}`,
      make: () =>
        json(
          "PUT",
          "/api/v1/templates/hostile",
          `{"content":"x","${member}":${before}${piece.repeat(CONTENT_CHARACTERS / piece.length)}${after}}`,
        ),
    }),
  ),
);

const raw = (path: string, body: string): Request => ({
  method: "POST",
  path,
  headers: { "content-type": "multipart/form-data; boundary=B" },
  body: Buffer.from(body, "latin1"),
});

const SPLIT = "/api/v1/pdf/split";
const part = (headers: string): string => `--B\r\n${headers}\r\n\r\nx\r\n`;
const named = 'Content-Disposition: form-data; name="a"';

/** Bodies whose framing is hostile: parts, their headers, and JSON. */
const FRAMINGS: readonly HostileRequest[] = [
  {
    name: "4.7 MB of blanks in the headers of parts",
    make: () => raw(SPLIT, `${part(`${named}\r\nX-A: a${" \t".repeat(7500)}b`).repeat(310)}--B--`),
  },
  { name: "headers of 1 byte", make: () => raw(SPLIT, `${part("a").repeat(300_000)}--B--`) },
  { name: "100,000 parts", make: () => raw(SPLIT, `${part(named).repeat(100_000)}--B--`) },
  {
    name: "100,000 files",
    make: () => raw(SPLIT, `${part(`${named}; filename="x"`).repeat(100_000)}--B--`),
  },
  { name: "parameters", make: () => raw(SPLIT, `${part(`${named}${';b="'.repeat(4000)}`).repeat(200)}--B--`) },
  { name: "escapes", make: () => raw(SPLIT, `${part(`${named}; filename="${"\\".repeat(16_000)}`).repeat(200)}--B--`) },
  { name: "continued lines", make: () => raw(SPLIT, `${part(`${named}${"\r\n a".repeat(4000)}`).repeat(200)}--B--`) },
  { name: "beginnings of a boundary", make: () => raw(SPLIT, `${part(named)}${"\r\n--".repeat(MEBIBYTE)}`) },
  { name: "a preamble", make: () => raw(SPLIT, "\r\n--A".repeat(MEBIBYTE)) },
  { name: "line breaks", make: () => raw(SPLIT, `--B\r\n${named}\r\n\r\n${"\r".repeat(8 * MEBIBYTE)}`) },
  { name: "a header without end", make: () => raw(SPLIT, `--B\r\n${"a: b\r\n".repeat(MEBIBYTE)}`) },
  ...[HTML_TO_PDF, "/api/v1/templates", "/api/v1/keys", "/api/v1/convert/json-to-pdf"].flatMap((path) =>
    (
      [
        ["deep arrays", () => `{"name":${"[".repeat(900_000)}`],
        ["deep closed arrays", () => `{"name":${"[".repeat(400_000)}${"]".repeat(400_000)}}`],
        ["deep objects", () => '{"a":'.repeat(180_000)],
        ["a long number", () => `{"name":${"9".repeat(900_000)}}`],
        ["a long exponent", () => `{"scale":1e${"9".repeat(900_000)}}`],
        ["members", () => `{${Array.from({ length: 60_000 }, (_, index) => `"a${index}":1`).join()}}`],
        ["one member again and again", () => `{${'"html":"a",'.repeat(60_000)}"a":1}`],
        ["escapes", () => `{"name":"${"\\u0061".repeat(150_000)}"}`],
        ["half escapes", () => `{"name":"${"\\".repeat(900_001)}"}`],
        ["a long name", () => `{"${"a".repeat(900_000)}":1}`],
        ["a list of objects", () => `{"headers":[${'{"name":1},'.repeat(80_000)}{}],"columns":[${"{},".repeat(9)}{}]}`],
      ] as const
    ).map(([name, body]): HostileRequest => ({ name: `${path}: ${name}`, make: () => json("POST", path, body()) })),
  ),
];

const HEADER_CHARACTERS = 12_000;

/** Heads that are hostile, with each of the texts that a head can carry. */
function everyHead(): HostileRequest[] {
  const next = taker(VALUE_TEXTS.filter(({ ofLength }) => /^[\t\x20-\x7e]*$/.test(ofLength(20))));
  const headers = [
    "accept",
    "accept-encoding",
    "prefer",
    "forwarded",
    "x-forwarded-for",
    "idempotency-key",
    "if-none-match",
    "if-match",
    "content-disposition",
    "x-request-id",
    "traceparent",
    "authorization",
    "origin",
    "cookie",
    "last-event-id",
  ];
  return [
    ...headers.flatMap((name) =>
      Array.from({ length: 2 }, (): HostileRequest => {
        const text = next();
        return {
          name: `${name}: ${text.name}`,
          make: () => ({
            path: "/api/v1/templates/invoice",
            headers: { [name]: text.ofLength(HEADER_CHARACTERS).trim() },
          }),
        };
      }),
    ),
    ...["/", "%2f", "a/", "."].map(
      (piece): HostileRequest => ({
        name: `a path of ${piece}`,
        make: () => ({ path: `/api/v1/templates/${piece.repeat(HEADER_CHARACTERS / piece.length)}x` }),
      }),
    ),
    ...["&a=1", "&async", "=", "%", "+", "&limit=9"].map(
      (piece): HostileRequest => ({
        name: `a query of ${piece}`,
        make: () => ({ path: `/api/v1/templates?limit=1${piece.repeat(HEADER_CHARACTERS / piece.length)}` }),
      }),
    ),
    ...["a", ";boundary=", " ", '"'].map(
      (piece): HostileRequest => ({
        name: `a content type of ${piece}`,
        make: () => ({
          ...raw(SPLIT, "--B--"),
          headers: {
            "content-type": `multipart/form-data; boundary=${piece.repeat(HEADER_CHARACTERS / piece.length)}x`,
          },
        }),
      }),
    ),
  ];
}

export const hostileRequests = (): readonly HostileRequest[] => [
  ...everyMarkup(),
  ...everyValue(),
  ...TEMPLATE_BODIES,
  LARGEST_DOCUMENT,
  ...FRAMINGS,
  ...everyHead(),
  ...everyBody(),
];
