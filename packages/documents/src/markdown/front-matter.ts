import { unicodeTag } from "../language-tags.ts";
import { parse } from "yaml";
import type { ComposedWarning } from "../composed.ts";

/** The values that a document states about itself, between two lines of `---` at its very start. */
export interface FrontMatter {
  readonly title?: string | undefined;
  readonly subtitle?: string | undefined;
  readonly authors: readonly string[];
  readonly date?: string | undefined;
  /** The document's language as a BCP 47 tag. */
  readonly language?: string | undefined;
  readonly description?: string | undefined;
  readonly keywords?: string | undefined;
  readonly hasContents?: boolean | undefined;
  readonly theme?: string | undefined;
}

export interface ReadFrontMatter {
  readonly frontMatter: FrontMatter;
  /** The Markdown below the front matter. */
  readonly body: string;
  readonly warnings: readonly ComposedWarning[];
}

export const NO_FRONT_MATTER: FrontMatter = { authors: [] };
/** The greatest length of front matter in UTF-16 units, which is some lines for people to read. */
const MAX_CHARACTERS = 16_384;
const MAX_VALUE = 1_000;

// A blank line below the first is a sign of a thematic break; YAML that people write has none there.
// oxlint-disable-next-line quire/linear-patterns -- only engine processes run it, which end at their deadline
const BLOCK = /^\uFEFF?---[ \t]*\r?\n(?![ \t]*\r?\n)([^]*?)^(?:---|\.\.\.)[ \t]*(?:\r?\n|$(?![^]))/mu;

/**
 * Reads the front matter of a document. YAML that cannot be read is left out, as a whole, with the warning
 * `front_matter_ignored`.
 */
export function readFrontMatter(text: string): ReadFrontMatter {
  const block = BLOCK.exec(text.slice(0, MAX_CHARACTERS));
  if (block === null || block.index > 0) {
    return { frontMatter: NO_FRONT_MATTER, body: text, warnings: [] };
  }
  const body = text.slice(block[0].length);
  const values = parsedMapping(block[1] ?? "");
  if (values === undefined) {
    return { frontMatter: NO_FRONT_MATTER, body, warnings: [{ code: "front_matter_ignored" }] };
  }
  return { frontMatter: frontMatterOf(values), body, warnings: [] };
}

/**
 * Parses YAML as a mapping with keys in lower case; undefined for text that is no YAML, or no mapping. Aliases are not
 * followed: they can grow without bounds.
 */
function parsedMapping(yaml: string): ReadonlyMap<string, unknown> | undefined {
  try {
    const value: unknown = parse(yaml, { maxAliasCount: 0, mapAsMap: true, logLevel: "error" });
    if (value === null || value === undefined) {
      return new Map();
    }
    if (!(value instanceof Map)) {
      return undefined;
    }
    return new Map([...value].map(([key, member]) => [String(key).toLowerCase(), member]));
  } catch {
    return undefined;
  }
}

function frontMatterOf(values: ReadonlyMap<string, unknown>): FrontMatter {
  const contents = values.get("toc");
  return {
    title: textOf(values.get("title")),
    subtitle: textOf(values.get("subtitle")),
    authors: namesOf(values.get("author") ?? values.get("authors")),
    date: textOf(values.get("date")),
    language: languageOf(textOf(values.get("lang") ?? values.get("language"))),
    description: textOf(values.get("description")),
    keywords: namesOf(values.get("keywords")).join(", ") || undefined,
    hasContents: typeof contents === "boolean" ? contents : undefined,
    theme: textOf(values.get("theme"))?.toLowerCase(),
  };
}

function textOf(value: unknown): string | undefined {
  if (typeof value !== "string" && typeof value !== "number") {
    return undefined;
  }
  const text = String(value).replaceAll(/\s+/gu, " ").trim().slice(0, MAX_VALUE).toWellFormed();
  return text === "" ? undefined : text;
}

/** Returns the names in a value, which is one name, a list of them, or of mappings that have a `name`. */
function namesOf(value: unknown): readonly string[] {
  const values: readonly unknown[] = Array.isArray(value) ? value : [value];
  const names = values.map((one) => textOf(one instanceof Map ? one.get("name") : one));
  return names.filter((name) => name !== undefined).slice(0, 50);
}

function languageOf(tag: string | undefined): string | undefined {
  if (tag === undefined) {
    return undefined;
  }
  const written = tag.replaceAll("_", "-");
  try {
    const known = unicodeTag(written);
    const [canonical] = Intl.getCanonicalLocales(known);
    return known === written ? canonical : written;
  } catch {
    return undefined;
  }
}
