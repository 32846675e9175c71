import { Failure, type Warning } from "../../../kernel/failure.ts";
import { InvalidContent } from "../../../kernel/faults.ts";
import { nearest } from "../../../kernel/nearest.ts";
import { otherName } from "./other-names.ts";
import { InvalidRequest, type ValidationItem } from "./validation.ts";

/* Names that a request has and nothing reads (contract §1.5): they are reported with the name that was probably meant. */

/** The response options that are read from the query alone, with the way to write them there. */
const QUERY_OPTIONS: ReadonlyMap<string, string> = new Map([["async", "?async=true"]]);

/**
 * Returns a warning for each unknown name, with the nearest of `known` as its suggestion. `aliases` lead from other
 * spellings to the documented names; `fallback` is suggested where no name is near.
 */
export function unknownNameWarnings(
  unknown: readonly string[],
  {
    known,
    aliases = {},
    fallback,
  }: {
    readonly known: readonly string[];
    readonly aliases?: Readonly<Record<string, string>> | undefined;
    readonly fallback?: string | undefined;
  },
): Warning[] {
  const spellings = [...known, ...Object.keys(aliases)];
  return [...new Set(unknown)].map((name) => {
    const other = otherName(name, spellings);
    const near =
      QUERY_OPTIONS.get(name.toLowerCase()) ??
      (other === null ? undefined : (other ?? nearest(name, spellings))) ??
      fallback;
    const suggestion = near !== undefined && Object.hasOwn(aliases, near) ? aliases[near] : near;
    return { code: "unknown_field", parameters: { name, ...(suggestion !== undefined && { suggestion }) } };
  });
}

/** Returns a warning for each name in the query that a response option or a field of the body was probably meant by. */
export function unknownQueryWarnings(unknown: readonly string[], known: readonly string[]): Warning[] {
  return unknown.slice(0, MAX_QUERY_NAMES).flatMap((name): Warning[] => {
    const meant = nearest(name, [...QUERY_OPTIONS.keys(), ...known]);
    const option = QUERY_OPTIONS.get(meant ?? "");
    const suggestion = option ?? `${meant} in the body`;
    return meant === undefined ? [] : [{ code: "unknown_field", parameters: { name, in: "query", suggestion } }];
  });
}

const MAX_QUERY_NAMES = 20;
const MAX_NAME_CHARACTERS = 60;

/** Returns what says that an unknown name was probably meant to be another; "" when none is near. */
function hintOf({ code, parameters = {} }: Warning): string {
  const { name = "", suggestion } = parameters;
  const shown = name.length > MAX_NAME_CHARACTERS ? `${name.slice(0, MAX_NAME_CHARACTERS)}…` : name;
  return code === "unknown_field" && suggestion !== undefined
    ? `Unknown field \`${shown}\`; did you mean \`${suggestion}\`?`
    : "";
}

/** Returns the items with the unknown names that explain a missing parameter in their messages. */
export const explained = (items: readonly ValidationItem[], warnings: readonly Warning[]): ValidationItem[] =>
  items.map((item) => {
    const meant = warnings.filter(({ parameters }) => parameters?.["suggestion"] === item.loc[1]);
    const hints = item.type === "missing" ? meant.map(hintOf).filter((hint) => hint !== "") : [];
    return hints.length === 0 ? item : { ...item, msg: [item.msg, ...hints].join(" ") };
  });

/** Returns content's faults; a variable that is missing where it belongs and stands beside it is said to do so. */
const explainedContent = (found: InvalidContent, warnings: readonly Warning[]): InvalidContent =>
  new InvalidContent(
    found.faults.map(({ fault, path }) => {
      const isBeside = warnings.some(
        ({ parameters }) => path.length === 2 && parameters?.["suggestion"] === path.join("."),
      );
      const advice = `\`${path.at(-1)}\` was sent beside \`${path[0]}\`: move it into that.`;
      return { fault: fault.type === "missing" && isBeside ? { ...fault, advice } : fault, path };
    }),
  );

/**
 * Returns a failure of the work with the unknown names of the request in its message, since they may be its cause: a
 * `pasword` that was sent for a document that needs a `password`. Other failures are returned as they are.
 */
export function explainedFailure(thrown: unknown, warnings: readonly Warning[]): unknown {
  if (thrown instanceof InvalidContent) {
    return explainedContent(thrown, warnings);
  }
  const hints = warnings.map(hintOf).filter((hint) => hint !== "");
  const isPlain = thrown instanceof Failure && !(thrown instanceof InvalidRequest);
  if (!isPlain || hints.length === 0 || !CODES.has(thrown.code)) {
    return thrown;
  }
  const message = [thrown.message, ...hints.slice(0, MAX_HINTS)].join(" ");
  return new Failure(thrown.code, message, { facts: thrown.facts, cause: thrown });
}

const MAX_HINTS = 3;

/** The failures that a parameter under another name could have prevented. */
const CODES: ReadonlySet<Failure["code"]> = new Set<Failure["code"]>([
  "pdf_encrypted",
  "wrong_password",
  "page_out_of_range",
  "too_many_pages",
  "image_too_large",
  "not_found",
  "not_convertible",
  "render_failed",
  "url_fetch_failed",
  "template_error",
  "sync_timeout",
]);
