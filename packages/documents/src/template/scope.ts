import type { VariablePath } from "./template-tree.ts";

/** A value with its place among the variables; the place is undefined for the value of a literal or a helper. */
export interface Located {
  /** The value; undefined where there is none. */
  readonly value: unknown;
  readonly path: readonly Step[] | undefined;
}

export type Step = string | number;

export interface Scope {
  readonly self: Located;
  readonly parent: Scope | undefined;
  /** Whether names that are not found here are looked for further out, as in Mustache's scopes. */
  readonly isOpen: boolean;
  /** The names of `as |item|` and of a partial's arguments, those of outer scopes included. */
  readonly names: ReadonlyMap<string, Located>;
  /** The values of `@index` and its like. */
  readonly loop: Readonly<Record<string, unknown>> | undefined;
  /** The values of `@locale` and its like, which hold everywhere; of the outermost scope alone. */
  readonly facts?: Readonly<Record<string, unknown>>;
}

export const outermost = (variables: unknown, facts: NonNullable<Scope["facts"]>): Scope => ({
  self: { value: variables, path: [] },
  parent: undefined,
  isOpen: false,
  names: new Map(),
  loop: undefined,
  facts,
});

/** Finds the value that `wanted` names; without one, the place where it would be. */
export function find(wanted: VariablePath, scope: Scope): Located {
  const [first, ...rest] = wanted.parts;
  if (wanted.isData) {
    const path = first === undefined ? [] : [`@${first}`];
    const value = loopValue(first, wanted, scope) ?? own(rootOf(scope).facts, first ?? "");
    return rest.reduce(member, first === "root" ? rootOf(scope).self : { value, path });
  }
  const start = outward(scope, wanted.depth);
  if (start === undefined) {
    return { value: undefined, path: [...wanted.parts] };
  }
  if (first === undefined) {
    return start.self;
  }
  const named = wanted.depth === 0 && !wanted.isScoped ? start.names.get(first) : undefined;
  return rest.reduce(member, named ?? member(holderOf(first, start, wanted).self, first));
}

function outward(scope: Scope, depth: number): Scope | undefined {
  let found: Scope | undefined = scope;
  for (let steps = 0; steps < depth && found !== undefined; steps++) {
    found = found.parent;
  }
  return found;
}

function rootOf(scope: Scope): Scope {
  let outer = scope;
  while (outer.parent !== undefined) {
    outer = outer.parent;
  }
  return outer;
}

/** Returns the innermost scope that has a member `name`, as Mustache does; the innermost of all where none has. */
function holderOf(name: string, start: Scope, { isScoped, depth }: VariablePath): Scope {
  if (isScoped || depth > 0) {
    return start;
  }
  let holder: Scope | undefined = start;
  while (holder !== undefined && own(holder.self.value, name) === undefined) {
    holder = holder.isOpen ? holder.parent : undefined;
  }
  return holder ?? start;
}

function loopValue(name: string | undefined, { depth }: VariablePath, scope: Scope): unknown {
  let loops = depth;
  for (let outer: Scope | undefined = scope; outer !== undefined; outer = outer.parent) {
    if (outer.loop !== undefined && loops-- === 0) {
      return name === undefined ? undefined : own(outer.loop, name);
    }
  }
  return undefined;
}

function member({ value, path }: Located, name: string): Located {
  const step = Array.isArray(value) && /^\d{1,9}$/.test(name) ? Number(name) : name;
  return { value: own(value, name), path: path === undefined ? undefined : [...path, step] };
}

/** Returns an own member of a value: nothing that an object has from its prototype is a variable. */
function own(value: unknown, name: string): unknown {
  if (typeof value === "string") {
    return name === "length" ? value.length : undefined;
  }
  return typeof value === "object" && value !== null && Object.hasOwn(value, name)
    ? Reflect.get(value, name)
    : undefined;
}
