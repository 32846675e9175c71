import { ContentError } from "../composed.ts";
import { directionOf } from "../language-tags.ts";
import { Budget } from "./budget.ts";
import type { Escape } from "./escaping.ts";
import { Formatters } from "./formatters.ts";
import { help } from "./helpers.ts";
import type { Region } from "./region.ts";
import { find, type Located, outermost, type Scope, type Step } from "./scope.ts";
import type { Block, Expression, NamedValues, Part } from "./template-tree.ts";

/** Fills in the texts of one document, whose costs are counted together. */
export class Rendering {
  readonly #variables: Scope;
  readonly #partials: ReadonlyMap<string, readonly Part[]>;
  readonly #region: Region;
  readonly #budget = new Budget();
  readonly #formatters = new Formatters(this.#budget);
  readonly #missing = new Map<string, readonly Step[]>();

  constructor(variables: object, partials: ReadonlyMap<string, readonly Part[]>, region: Region) {
    this.#variables = outermost(variables, { locale: region.locale, direction: directionOf(region.locale) });
    this.#partials = partials;
    this.#region = region;
  }

  /** The places where variables were looked for and not found, up to a hundred. */
  get missing(): readonly (readonly Step[])[] {
    return [...this.#missing.values()];
  }

  /**
   * Renders a template to text.
   * @throws ContentError `template_error` when a partial or an option is wrong, `document_too_complex` when it costs
   * too much
   */
  render(template: readonly Part[], escape: Escape): string {
    const output: string[] = [];
    this.#write(template, this.#variables, { output, escape });
    return output.join("");
  }

  #write(parts: readonly Part[], scope: Scope, to: Output): void {
    for (const part of parts) {
      this.#budget.spend(1);
      switch (part.kind) {
        case "text":
          this.#put(part.text, to);
          break;
        case "value": {
          const text = this.#textOf(this.#required(part.value, scope));
          this.#put(part.isEscaped ? to.escape(text) : text, to);
          break;
        }
        case "block":
          this.#budget.within(() => this.#writeBlock(part, scope, to));
          break;
        case "partial":
          this.#budget.within(() => this.#writePartial(part, scope, to));
          break;
      }
    }
  }

  #put(text: string, { output }: Output): void {
    this.#budget.write(text.length);
    output.push(text);
  }

  #writeBlock(block: Block, scope: Scope, to: Output): void {
    const located = this.#evaluate(block.value, scope);
    const { value } = located;
    const isGiven = isTruthy(value) || (block.includesZero && value === 0);
    const isLoop = block.type === "each" || (block.type === "section" && Array.isArray(value));
    if (block.type === "unless") {
      this.#write(isGiven ? block.otherwise : block.body, scope, to);
    } else if (!isGiven) {
      this.#write(block.otherwise, scope, to);
    } else if (isLoop) {
      this.#writeLoop(block, located, scope, to);
    } else if (block.type === "if" || value === true) {
      this.#write(block.body, scope, to);
    } else {
      this.#write(
        block.body,
        inner(scope, located, { isOpen: block.type === "section", names: named(block, [located]) }),
        to,
      );
    }
  }

  #writeLoop(block: Block, { value, path }: Located, scope: Scope, to: Output): void {
    const keys: readonly Step[] = Array.isArray(value) ? [...value.keys()] : membersOf(value);
    if (keys.length === 0) {
      this.#write(block.otherwise, scope, to);
    }
    for (const [index, key] of keys.entries()) {
      this.#budget.spend(1);
      const item = { value: Reflect.get(Object(value), key), path: path === undefined ? undefined : [...path, key] };
      const names = named(block, [item, { value: key, path: undefined }]);
      const loop = { index, key, first: index === 0, last: index === keys.length - 1 };
      this.#write(block.body, inner(scope, item, { isOpen: block.type === "section", names, loop }), to);
    }
  }

  #writePartial({ slug, context, names }: Extract<Part, { kind: "partial" }>, scope: Scope, to: Output): void {
    const template = this.#partials.get(slug);
    if (template === undefined) {
      throw unknownPartial(slug);
    }
    const own = this.#all(names, scope);
    const within =
      context === undefined
        ? { ...scope, names: namesWithin(scope, own) }
        : inner(scope, this.#evaluate(context, scope), { isOpen: false, names: own });
    this.#write(template, within, to);
  }

  /** Returns the value of an expression, and records a variable that is missing. */
  #required(expression: Expression, scope: Scope): unknown {
    const { value, path } = this.#evaluate(expression, scope);
    if (value === undefined && expression.kind === "path" && this.#missing.size < MAX_MISSING) {
      const where = path ?? expression.parts;
      this.#missing.set(JSON.stringify(where), where);
    }
    return value;
  }

  #evaluate(expression: Expression, scope: Scope): Located {
    this.#budget.spend(1);
    switch (expression.kind) {
      case "literal":
        return { value: expression.value, path: undefined };
      case "path":
        return find(expression, scope);
      case "call": {
        const { helper, names } = expression;
        const isOptional = helper === "default";
        const values = expression.values.map((value) =>
          isOptional ? this.#evaluate(value, scope).value : this.#required(value, scope),
        );
        for (const value of values) {
          this.#budget.spendText(typeof value === "string" ? value.length : 0);
        }
        const options = new Map([...this.#all(names, scope)].map(([name, { value }]) => [name, value]));
        return { value: help({ helper, values, names: options }, this.#region, this.#formatters), path: undefined };
      }
    }
  }

  #all(names: NamedValues, scope: Scope): ReadonlyMap<string, Located> {
    return new Map([...names].map(([name, value]) => [name, this.#evaluate(value, scope)]));
  }

  /** Returns a value as text: lists have their items in a row; other objects are shown as JSON. */
  #textOf(value: unknown): string {
    const text = shownAs(value);
    this.#budget.spendText(typeof value === "object" ? text.length * COST_OF_JSON : text.length);
    return text;
  }
}

function shownAs(value: unknown): string {
  if (typeof value === "object" && value !== null) {
    const isPlain = Array.isArray(value) && value.every((item) => typeof item !== "object" || item === null);
    return isPlain ? value.join(", ") : JSON.stringify(value);
  }
  return typeof value === "string" || typeof value === "number" || typeof value === "boolean" ? String(value) : "";
}

/** Returns the error for `{{> slug}}` of a template that is not there. */
const unknownPartial = (slug: string): ContentError =>
  new ContentError(
    "template_error",
    `The template includes the partial ${JSON.stringify(slug.slice(0, 64))}, which does not exist.`,
  );

interface Output {
  readonly output: string[];
  readonly escape: Escape;
}

const MAX_MISSING = 100;
const COST_OF_JSON = 10;

/** Returns whether a value is true to Handlebars, for which a list without items is false. */
const isTruthy = (value: unknown): boolean => Boolean(value) && !(Array.isArray(value) && value.length === 0);

const membersOf = (value: unknown): string[] => (typeof value === "object" && value !== null ? Object.keys(value) : []);

const named = ({ names }: Block, values: readonly Located[]): ReadonlyMap<string, Located> =>
  new Map(
    names.flatMap((name, index) => {
      const value = values[index];
      return value === undefined ? [] : [[name, value] as const];
    }),
  );

interface ScopeOptions extends Pick<Scope, "isOpen" | "names"> {
  readonly loop?: Scope["loop"];
}

const inner = (parent: Scope, self: Located, { isOpen, names, loop }: ScopeOptions): Scope => ({
  self,
  parent,
  isOpen,
  names: namesWithin(parent, names),
  loop,
});

const namesWithin = ({ names }: Scope, added: ReadonlyMap<string, Located>): ReadonlyMap<string, Located> =>
  added.size === 0 ? names : new Map([...names, ...added]);
