import { whyNotLinear } from "./pattern-speed.ts";

/*
 * A plugin of oxlint with one rule, `quire/linear-patterns`: a pattern takes time in proportion to the text at most.
 * Callers choose what is searched, and one that takes the square of a megabyte holds up everybody. What stays all the same
 * has a comment that says why no caller's text can make it slow.
 */

interface Node {
  readonly type: string;
  readonly regex?: { readonly pattern: string; readonly flags: string };
  readonly value?: unknown;
  readonly callee?: Node;
  readonly name?: string;
  readonly arguments?: readonly Node[];
  readonly quasis?: readonly { readonly value: { readonly cooked: string | null; readonly raw: string } }[];
  readonly expressions?: readonly Node[];
  readonly tag?: Node;
  readonly quasi?: Node;
  readonly id?: Node;
  readonly init?: Node | null;
}

interface RuleContext {
  report(fault: { readonly node: Node; readonly message: string }): void;
}

const REMEDY = "search in one pass (indexOf, sticky patterns), or say in a comment why no caller's text makes it slow";

function create(context: RuleContext) {
  const constants = new Map<string, Node>();
  const judge = (node: Node, source: string, flags: string): void => {
    const reason = whyNotLinear(source, flags);
    if (reason !== undefined) {
      context.report({ node, message: `This pattern ${reason}: ${REMEDY}.` });
    }
  };
  const judgeConstructed = (node: Node): void => {
    const [pattern, flags] = node.arguments ?? [];
    if (node.callee?.name !== "RegExp" || pattern === undefined) {
      return;
    }
    const source = textOf(pattern, constants);
    const known = flags === undefined ? "" : textOf(flags, constants);
    if (source === undefined || known === undefined) {
      context.report({ node, message: `This pattern is not known before it runs: ${REMEDY}.` });
    } else {
      judge(node, source, known);
    }
  };
  const constructed: Node[] = [];
  return {
    Literal(node: Node) {
      if (node.regex !== undefined) {
        judge(node, node.regex.pattern, node.regex.flags);
      }
    },
    VariableDeclarator({ id, init }: Node) {
      if (id?.name !== undefined && init) {
        constants.set(id.name, init);
      }
    },
    NewExpression: (node: Node) => constructed.push(node),
    "Program:exit"() {
      constructed.forEach(judgeConstructed);
    },
  };
}

/** Returns the text of an expression that is constant within its file; undefined where it is not. */
function textOf(node: Node, constants: ReadonlyMap<string, Node>): string | undefined {
  switch (node.type) {
    case "Literal":
      return node.regex?.pattern ?? (typeof node.value === "string" ? node.value : undefined);
    case "Identifier": {
      const found = constants.get(node.name ?? "");
      return found === undefined ? undefined : textOf(found, constants);
    }
    case "TemplateLiteral":
      return templateText(node, constants, (quasi) => quasi.cooked ?? undefined);
    case "TaggedTemplateExpression":
      // Only String.raw makes a text of a template here.
      return node.quasi === undefined ? undefined : templateText(node.quasi, constants, (quasi) => quasi.raw);
    default:
      return undefined;
  }
}

function templateText(
  { quasis = [], expressions = [] }: Node,
  constants: ReadonlyMap<string, Node>,
  textOfQuasi: (value: { readonly cooked: string | null; readonly raw: string }) => string | undefined,
): string | undefined {
  const pieces = quasis.flatMap(({ value }, index) => {
    const expression = expressions[index];
    return [textOfQuasi(value), ...(expression === undefined ? [] : [textOf(expression, constants)])];
  });
  return pieces.includes(undefined) ? undefined : pieces.join("");
}

export default {
  meta: { name: "quire" },
  rules: { "linear-patterns": { meta: { type: "problem", schema: [] }, create } },
};
