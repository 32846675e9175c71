import { outputOf } from "./forms-documents.ts";

interface QpdfField {
  readonly fullname: string;
  readonly fieldtype: string;
  readonly value: unknown;
  readonly pageposfrom1: number;
  readonly annotation: { readonly object: string };
}

/** Returns each widget as qpdf finds it: "name (Tx) on page 1: value". */
export function fieldsOf(pdf: Uint8Array): string[] {
  const json: { acroform: { fields: QpdfField[] } } = JSON.parse(
    outputOf("qpdf", ["--json", "--json-key=acroform", "%"], pdf),
  );
  return json.acroform.fields.map(
    ({ fullname, fieldtype, value, pageposfrom1 }) =>
      `${fullname} (${fieldtype.slice(1)}) on page ${pageposfrom1}: ${textOf(value)}`,
  );
}

const textOf = (value: unknown): string => (typeof value === "string" ? value.replace(/^u:/u, "") : String(value));

type Json = null | boolean | number | string | Json[] | { [key: string]: Json };

/** The objects of a file as qpdf reads them; `at` follows references. */
export class QpdfObjects {
  readonly #objects: Record<string, { value?: Json; stream?: { dict: Json } }>;

  constructor(pdf: Uint8Array) {
    const json: { qpdf: [unknown, Record<string, { value?: Json; stream?: { dict: Json } }>] } = JSON.parse(
      outputOf("qpdf", ["--json", "--json-key=qpdf", "--json-stream-data=none", "%"], pdf),
    );
    this.#objects = json.qpdf[1];
  }

  /** Returns the value at the end of the path, from the trailer: `at("Root", "AcroForm", "Fields", "0", "T")`. */
  at(...path: readonly string[]): Json {
    let value: Json = this.#resolved(this.#objects["trailer"]?.value ?? null);
    for (const key of path) {
      value = this.#resolved(this.#entry(value, key));
    }
    return value;
  }

  /** All objects as text, to search for something in any place. */
  get text(): string {
    return JSON.stringify(this.#objects);
  }

  #entry(value: Json, key: string): Json {
    if (Array.isArray(value)) {
      return value[Number(key)] ?? null;
    }
    return typeof value === "object" && value !== null ? (value[`/${key}`] ?? null) : null;
  }

  #resolved(value: Json): Json {
    if (typeof value === "string" && /^\d+ \d+ R$/u.test(value)) {
      const object = this.#objects[`obj:${value}`];
      return object?.value ?? object?.stream?.dict ?? null;
    }
    return value;
  }
}
