import Handlebars from "handlebars";
import { ContentError } from "../composed.ts";
import { measure, type TemplateSize } from "./nesting.ts";
import {
  type Block,
  type Call,
  type Expression,
  HELPER_NAMES,
  type HelperName,
  type NamedValues,
  type Part,
  type VariablePath,
} from "./template-tree.ts";

/*
 * Reads templates. Handlebars reads the text; its tree is converted to the tree of template-tree.ts, which has only
 * allowed constructs, and is never compiled to a program: a template cannot reach anything but variables, helpers and
 * partials.
 */

const MAX_CHARACTERS = 2_500_000;
const MOST: TemplateSize = { depth: 100, tokens: 100_000 };
/**
 * Runs of whitespace that are refused: Handlebars' own expressions for whitespace take the square of a run's length.
 */
const LONG_BLANK = /\s{250}/;

/**
 * Parses a template.
 * @param where the field of the template that `text` is, for messages
 * @throws ContentError `template_error` when it cannot be read
 */
export function parseTemplate(text: string, where: string): readonly Part[] {
  try {
    requireModest(text);
    return partsOf(Handlebars.parse(text));
  } catch (error) {
    throw new ContentError("template_error", `The template's ${where} cannot be read: ${reasonOf(error)}`, [where]);
  }
}

function requireModest(text: string): void {
  if (text.length > MAX_CHARACTERS || LONG_BLANK.test(text)) {
    throw new Error(text.length > MAX_CHARACTERS ? "it is too long" : "it has more than 249 blanks in a row");
  }
  const { depth, tokens } = measure(text, MOST);
  if (depth > MOST.depth || tokens > MOST.tokens) {
    throw new Error(tokens > MOST.tokens ? "it has too many tags" : `it is nested more than ${MOST.depth} deep`);
  }
}

/** A construct that a template cannot have. */
class Unsupported extends Error {
  constructor(node: hbs.AST.Node, problem: string) {
    super(`line ${node.loc.start.line}: ${problem}`);
  }
}

function reasonOf(error: unknown): string {
  if (error instanceof Unsupported) {
    return error.message;
  }
  if (error instanceof RangeError) {
    return "it is nested too deeply.";
  }
  // Handlebars has no class for faults of a template; errors of this kind are never about one.
  if (!(error instanceof Error) || error instanceof TypeError) {
    throw error;
  }
  const [, line] = /^(?:Parse error|Lexical error) on line (\d+)/.exec(error.message) ?? [];
  // Handlebars' other messages end with line and column: "if doesn't match each - 2:7".
  const [, problem = error.message, itsLine] = /^([^]*) - (\d+):\d+$/.exec(error.message) ?? [];
  return line === undefined
    ? `${itsLine === undefined ? "" : `line ${itsLine}: `}${shown(problem)}.`
    : `line ${line}: a tag is not closed, or is not well-formed.`;
}

const shown = (text: string): string => (text.length > 100 ? `${text.slice(0, 100)}…` : text);

function partsOf(program: hbs.AST.Program | undefined): Part[] {
  return (program?.body ?? []).flatMap((node) => partOf(node) ?? []);
}

function partOf(node: hbs.AST.Node): Part | undefined {
  if (isNode<hbs.AST.ContentStatement>(node, "ContentStatement")) {
    return node.value === "" ? undefined : { kind: "text", text: node.value };
  }
  if (isNode<hbs.AST.CommentStatement>(node, "CommentStatement")) {
    return undefined;
  }
  if (isNode<hbs.AST.MustacheStatement>(node, "MustacheStatement")) {
    return { kind: "value", value: valueOf(node), isEscaped: node.escaped };
  }
  if (isNode<hbs.AST.BlockStatement>(node, "BlockStatement")) {
    return blockOf(node);
  }
  if (isNode<hbs.AST.PartialStatement>(node, "PartialStatement")) {
    return partialOf(node);
  }
  throw new Unsupported(node, "decorators and partial blocks are not supported.");
}

/** Reads the value of a tag. A name without arguments is a variable, also when a helper is called so. */
function valueOf({ path, params, hash }: hbs.AST.MustacheStatement): Expression {
  if (params.length === 0 && !hasNames(hash)) {
    return isNode<hbs.AST.PathExpression>(path, "PathExpression") ? variable(path) : namedBy(path);
  }
  return callOf(path, { params, hash });
}

// The type says that there is always one.
const hasNames = (hash: hbs.AST.Hash | undefined): boolean => (hash?.pairs.length ?? 0) > 0;

interface Arguments {
  readonly params: readonly hbs.AST.Expression[];
  readonly hash: hbs.AST.Hash | undefined;
}

function callOf(path: hbs.AST.Node, { params, hash }: Arguments): Call {
  const name = nameOf(path);
  const helper = HELPER_NAMES.find((known) => known === name);
  if (helper === undefined) {
    throw new Unsupported(path, `there is no helper ${shown(name)}; the helpers are ${HELPER_NAMES.join(", ")}.`);
  }
  if (params.length === 0 || params.length > MAX_VALUES[helper]) {
    throw new Unsupported(path, `the helper ${helper} takes 1 to ${MAX_VALUES[helper]} values.`);
  }
  const values = params.map((param) => expressionOf(param));
  return { kind: "call", helper, values, names: namesOf(hash) };
}

const MAX_VALUES: Readonly<Record<HelperName, number>> = {
  date: 2,
  number: 2,
  currency: 2,
  upper: 1,
  default: 2,
  join: 2,
  paragraphs: 1,
  t: 2,
};

const BLOCKS = ["if", "unless", "each", "with"] as const;

function blockOf(node: hbs.AST.BlockStatement): Block {
  const { path, params, hash } = node;
  const name = nameOf(path);
  const [value, ...others] = params;
  // A raw block is one whose tags have no flags.
  if (!("open" in node.openStrip)) {
    throw new Unsupported(node, "raw blocks are not supported.");
  }
  const type = BLOCKS.find((known) => known === name) ?? "section";
  if (type === "section" ? value !== undefined || hasNames(hash) : value === undefined || others.length > 0) {
    throw new Unsupported(node, type === "section" ? noBlock(name) : `the block ${type} takes one value.`);
  }
  return {
    kind: "block",
    type,
    value: value === undefined ? pathOf(path) : expressionOf(value),
    includesZero: type !== "section" && includesZero(hash),
    body: partsOf(node.program),
    otherwise: partsOf(node.inverse),
    names: blockNames(node.program) ?? blockNames(node.inverse) ?? [],
  };
}

/** Reads Handlebars' `includeZero=true`. */
function includesZero(hash: hbs.AST.Hash | undefined): boolean {
  const given = namesOf(hash).get("includeZero");
  return given?.kind === "literal" && given.value === true;
}

const noBlock = (name: string): string =>
  `there is no block ${shown(name)} that takes values; there are ${BLOCKS.join(", ")}.`;

const blockNames = (program: hbs.AST.Program | undefined): readonly string[] | undefined => program?.blockParams;

function partialOf(node: hbs.AST.PartialStatement): Part {
  const { name, params, hash } = node;
  if (isNode<hbs.AST.SubExpression>(name, "SubExpression")) {
    throw new Unsupported(node, "the name of a partial has to be the slug of a template, and cannot be computed.");
  }
  const [context, ...others] = params;
  if (others.length > 0) {
    throw new Unsupported(node, "a partial takes one value.");
  }
  return {
    kind: "partial",
    slug: nameOf(name),
    context: context === undefined ? undefined : expressionOf(context),
    names: namesOf(hash),
  };
}

function expressionOf(node: hbs.AST.Node): Expression {
  if (isNode<hbs.AST.PathExpression>(node, "PathExpression")) {
    return variable(node);
  }
  if (isNode<hbs.AST.SubExpression>(node, "SubExpression")) {
    return callOf(node.path, node);
  }
  return literalOf(node);
}

function literalOf(node: hbs.AST.Node): Expression {
  if (isNode<hbs.AST.StringLiteral>(node, "StringLiteral")) {
    return { kind: "literal", value: node.value };
  }
  if (isNode<hbs.AST.NumberLiteral>(node, "NumberLiteral")) {
    return { kind: "literal", value: node.value };
  }
  if (isNode<hbs.AST.BooleanLiteral>(node, "BooleanLiteral")) {
    return { kind: "literal", value: node.value };
  }
  return { kind: "literal", value: null };
}

const namesOf = (hash: hbs.AST.Hash | undefined): NamedValues =>
  new Map((hash?.pairs ?? []).map(({ key, value }) => [key, expressionOf(value)]));

const pathOf = (node: hbs.AST.Node): VariablePath =>
  isNode<hbs.AST.PathExpression>(node, "PathExpression") ? variable(node) : namedBy(node);

const variable = ({ original, data, depth, parts }: hbs.AST.PathExpression): VariablePath => ({
  kind: "path",
  original,
  isData: data,
  depth,
  parts,
  isScoped: /^(?:this\b|\.(?!\.))/.test(original),
});

/** Returns the variable of a literal's name, as in `{{"a name"}}` and `{{12}}`. */
const namedBy = (node: hbs.AST.Node): VariablePath => ({
  kind: "path",
  original: nameOf(node),
  isData: false,
  depth: 0,
  parts: [nameOf(node)],
  isScoped: false,
});

/** Returns a path or a literal, as it stands in the template. */
const nameOf = (node: hbs.AST.Node): string => String("original" in node ? node.original : "");

const isNode = <Kind extends hbs.AST.Node>(node: hbs.AST.Node, type: Kind["type"]): node is Kind => node.type === type;
