import { cleanText } from "../common/clean-text.ts";

/** In the order given; what is undefined is left out. */
export type FrontMatter = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

const PLAIN_KEY = /^[A-Za-z_][\w-]*$/;

/** A block of YAML between lines of `---`, with a blank line after it; empty without values. */
export function frontMatterBlock(values: FrontMatter): string {
  const lines = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    // YAML 1.2, 7.3.1: what JSON quotes is a double-quoted scalar, and a JSON array is a flow sequence.
    .map(([key, value]) => `${PLAIN_KEY.test(key) ? key : quoted(key)}: ${quoted(value)}\n`);
  return lines.length === 0 ? "" : `---\n${lines.join("")}---\n\n`;
}

const quoted = (value: FrontMatter[string]): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === "string" ? cleanText(part) : part));
