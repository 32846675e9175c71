import { readFileSync } from "node:fs";
import { join } from "node:path";
import { Parser } from "htmlparser2";
import MarkdownIt from "markdown-it";
import { expect, test } from "vitest";
import type { Environment } from "./environment.ts";
import { Formulas } from "./formulas.ts";
import { createParser } from "./parser.ts";
import { Slots } from "./slots.ts";

/*
 * The parser of the service against the examples of CommonMark 0.31.2. It differs from the parser in use in these
 * points:
 * - Bare addresses become no links: they are GitHub's extension, and examples say that CommonMark has none such.
 * - A picture with a title stays in its paragraph, where the service makes a figure with a caption.
 * - Raw HTML and code are rendered by markdown-it's own rules: the service's clean and colour them.
 * Everything else is on: formulas, tables, footnotes, alerts, task lists, page breaks, ids and directions.
 */

interface Example {
  readonly number: number;
  readonly markdown: string;
  readonly html: string;
}

const examples = readExamples(join(import.meta.dirname, "testing/commonmark-0.31.2.txt"));

/** The examples that come out otherwise, with the reasons; at most three. */
const EXCEPTIONS: ReadonlyMap<number, string> = new Map([]);

const own = new MarkdownIt().renderer.rules;
const parser = createParser({ readsMath: true }).set({ linkify: false });
parser.core.ruler.disable("figures");
Object.assign(parser.renderer.rules, {
  html_block: own.html_block,
  html_inline: own.html_inline,
  fence: own.fence,
  code_block: own.code_block,
});

test("all examples of CommonMark are there", () => {
  expect(examples.map(({ number }) => number)).toEqual(Array.from({ length: 652 }, (_, index) => index + 1));
  expect(EXCEPTIONS.size).toBeLessThanOrEqual(3);
});

test("Markdown is read as CommonMark has it", () => {
  const failing = examples
    .map((example) => ({ ...example, actual: rendered(example.markdown) }))
    .filter(({ number, html, actual }) => !EXCEPTIONS.has(number) && normalised(actual) !== normalised(html));
  expect(failing).toEqual([]);
});

test("the comparison sees what differs", () => {
  for (const [one, other] of [
    ["<p>a b</p>", "<p>ab</p>"],
    ["<p>a</p>", "<p><em>a</em></p>"],
    ['<a href="b">a</a>', '<a href="c">a</a>'],
    ["<pre><code>a\n b</code></pre>", "<pre><code>a\nb</code></pre>"],
    ["<ul><li>a</li></ul>", "<ul><li><p>a</p></li></ul>"],
  ] as const) {
    expect(normalised(one)).not.toBe(normalised(other));
  }
});

function rendered(markdown: string): string {
  const env: Environment = {
    slots: new Slots(markdown),
    formulas: new Formulas(),
    codeBlocks: new Map(),
    headings: [],
    title: undefined,
    wantsContents: false,
    hasContents: false,
    contents: "",
  };
  // Places to break long words are an addition to CommonMark.
  return env.slots.fill(parser.render(markdown, env)).replaceAll("<wbr>", "");
}

/**
 * Returns HTML with attributes in one order, spaces as one, and none next to the tags of blocks, except in `pre`. The
 * ids of headings and the directions of blocks are left out: they are additions to CommonMark.
 */
function normalised(html: string): string {
  let written = "";
  let depthOfPre = 0;
  const reader = new Parser(
    {
      onopentag(name, { dir: _dir, ...attributes }) {
        if (/^h[1-6]$/u.test(name)) {
          delete attributes["id"];
        }
        const pairs = Object.entries(attributes).map(([key, value]) => ` ${key}=${JSON.stringify(value)}`);
        written = isBlock(name) && depthOfPre === 0 ? written.trimEnd() : written;
        written += `<${name}${pairs.toSorted().join("")}>`;
        depthOfPre += name === "pre" ? 1 : 0;
      },
      onclosetag(name) {
        depthOfPre -= name === "pre" ? 1 : 0;
        written = isBlock(name) && depthOfPre === 0 ? written.trimEnd() : written;
        written += `</${name}>`;
      },
      ontext(text) {
        const spaced = depthOfPre > 0 ? text : text.replaceAll(/\s+/gu, " ");
        const isAtBlock = /<\/?(\w+)[^<>]*>$/u.exec(written)?.[1];
        written += depthOfPre === 0 && (written === "" || isBlock(isAtBlock ?? "")) ? spaced.trimStart() : spaced;
      },
      oncomment: (text) => (written += `<!--${text}-->`),
      onprocessinginstruction: (_, text) => (written += `<${text}>`),
    },
    { decodeEntities: true },
  );
  reader.end(html);
  return written.trim();
}

const BLOCKS =
  "blockquote dd details div dl dt figure h1 h2 h3 h4 h5 h6 hr li main ol p pre section table tbody td th thead tr ul";
const isBlock = (name: string): boolean => BLOCKS.split(" ").includes(name);

function readExamples(path: string): readonly Example[] {
  const text = readFileSync(path, "utf8").replaceAll("\u2192", "\t");
  return [...text.matchAll(/^`{32} example\n([^]*?)^\.\n([^]*?)^`{32}$/gmu)].map(
    ([, markdown = "", html = ""], index) => ({
      number: index + 1,
      markdown,
      html,
    }),
  );
}
