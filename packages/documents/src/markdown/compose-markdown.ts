import { recognizedLanguage } from "@quire/printed/language";
import type { MarkdownIt, Token } from "markdown-it";
import type { Composed } from "../composed.ts";
import { hanFaces } from "../design/han-faces.ts";
import type { Theme } from "../design/theme.ts";
import { THEMES } from "../design/themes/index.ts";
import { themeStyles } from "../design/themes.ts";
import { hyphenatorOf } from "../typography/hyphenation.ts";
import { type CodeBlocks, codeBlocksOf } from "./code/code-blocks.ts";
import { contentsNav, contentsOf, hasTitleBlock } from "./contents.ts";
import { diagramOf, diagramScripts, diagramsAmong } from "./diagrams.ts";
import { documentOf, titleBlockOf } from "./document.ts";
import type { Environment } from "./environment.ts";
import { Formulas } from "./formulas.ts";
import { type FrontMatter, NO_FRONT_MATTER, readFrontMatter } from "./front-matter.ts";
import { checkLength, checkTokens } from "./limits.ts";
import type { MarkdownOptions } from "./markdown-options.ts";
import { createParser, MAX_NESTING } from "./parser.ts";
import { harmlessHtml } from "./raw-html.ts";
import { Slots } from "./slots.ts";
import { themeOf } from "./themes.ts";

/**
 * Makes Markdown one HTML document: CommonMark with GitHub's tables, strikethrough, task lists, links, footnotes and
 * alerts, with front matter, formulas, coloured code and diagrams as `options` say. HTML in it is kept as far as it is
 * harmless.
 * @throws ContentError `too_complex` when the Markdown is too long or nested too deeply
 */
export async function composeMarkdown(text: string, options: MarkdownOptions): Promise<Composed> {
  checkLength(text);
  const read = options.readsFrontMatter
    ? readFrontMatter(text)
    : { frontMatter: NO_FRONT_MATTER, body: text, warnings: [] };
  const { body, warnings } = read;
  const theme: Theme = THEMES[themeOf(options.theme, read.frontMatter.theme)];
  const frontMatter = titled(read.frontMatter, theme, options);
  const parser = parserFor(options);
  const { language } = frontMatter;
  const spoken = options.language ?? language ?? recognizedLanguage(body.slice(0, SAMPLE_CHARACTERS));
  const env: Environment = {
    ...environmentOf(text, frontMatter, options),
    lineShare: ((options.textWidthPt ?? USUAL_WIDTH_PT) / USUAL_WIDTH_PT) * (theme.lineShare ?? 1),
    hyphenate: theme.isJustified === true ? hyphenatorOf(spoken) : undefined,
  };
  const tokens = parser.parse(body, env);
  checkTokens(tokens, MAX_NESTING);

  const diagrams = options.drawsDiagrams ? diagramsAmong(tokens) : new Set<Token>();
  const code = await codeBlocksOf(
    tokens.filter((token) => !diagrams.has(token)),
    { codeTheme: options.codeTheme, defaultTheme: theme.codeTheme },
  );
  env.codeBlocks = blocksOf(code, diagrams);
  const contents = env.hasContents ? contentsOf(env.headings, parser, env) : { html: "", entries: [] };
  env.contents = contentsNav(contents, language ?? "en");
  const html = env.slots.fill(harmlessHtml(parser.renderer.render(tokens, parser.options, env), tokens));

  const title = frontMatter.title ?? env.headings.find((heading) => heading.text.trim() !== "")?.text;
  const scripts = diagrams.size > 0 ? diagramScripts({ isDark: theme.isDark === true }) : { head: "", body: "" };
  const styles = [hanFaces(text, spoken), themeStyles(theme), env.formulas.styles(), code.css];
  const main = (hasTitleBlock(env) ? titleBlockOf(frontMatter) : "") + html;
  return {
    sections: [documentOf({ title, language, frontMatter, styles, scripts, main })],
    title,
    author: frontMatter.authors.join(", ") || undefined,
    language,
    needsScript: diagrams.size > 0,
    contents: contents.entries,
    warnings,
  };
}

/** The width of A4 between margins of 36 pt. */
const USUAL_WIDTH_PT = 523;

/** The characters of a document by which its language is recognized where it says nothing. */
const SAMPLE_CHARACTERS = 4000;

const parsers = new Map<boolean, MarkdownIt>();

function parserFor({ readsMath }: MarkdownOptions): MarkdownIt {
  const parser = parsers.get(readsMath) ?? createParser({ readsMath });
  parsers.set(readsMath, parser);
  return parser;
}

/**
 * Returns what is shown above the document. A title that the document does not state itself is shown there when there is a
 * cover, or a table of contents that begins the document.
 */
function titled(
  own: FrontMatter,
  { hasCover = false }: Theme,
  { hasContents, title, author }: MarkdownOptions,
): FrontMatter {
  const isShown = own.title !== undefined || hasCover || hasContents || own.hasContents === true;
  return isShown && title !== undefined && title !== ""
    ? { ...own, title, authors: author === undefined || author === "" ? own.authors : [author] }
    : own;
}

function environmentOf(text: string, { title, hasContents }: FrontMatter, options: MarkdownOptions): Environment {
  return {
    slots: new Slots(text),
    formulas: new Formulas(),
    codeBlocks: new Map(),
    headings: [],
    title,
    wantsContents: options.hasContents || hasContents === true,
    hasContents: false,
    contents: "",
  };
}

const blocksOf = ({ html }: CodeBlocks, diagrams: ReadonlySet<Token>): ReadonlyMap<Token, string> =>
  new Map([...html, ...[...diagrams].map((token) => [token, diagramOf(token)] as const)]);
