import { cleanText } from "../common/clean-text.ts";

/** The values of the front matter in the order given; undefined ones are left out. */
export type FrontMatter = Readonly<Record<string, string | number | boolean | readonly string[] | undefined>>;

const PLAIN_KEY = /^[A-Za-z_][\w-]*$/;

/** Returns a block of YAML between lines of `---`, with a blank line after it; empty without values. */
export function frontMatterBlock(values: FrontMatter): string {
  const lines = Object.entries(values)
    .filter(([, value]) => value !== undefined)
    // Text that JSON quotes is a double-quoted scalar of YAML, and a JSON array is a flow sequence (YAML 1.2, 7.3.1).
    .map(([key, value]) => `${PLAIN_KEY.test(key) ? key : quoted(key)}: ${quoted(value)}\n`);
  return lines.length === 0 ? "" : `---\n${lines.join("")}---\n\n`;
}

const quoted = (value: FrontMatter[string]): string =>
  JSON.stringify(value, (_, part: unknown) => (typeof part === "string" ? cleanText(part) : part));
