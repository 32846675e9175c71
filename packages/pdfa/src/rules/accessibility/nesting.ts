import { taggedStructure } from "../../structure/tagged-structure.ts";
import { type AnyRule, rule } from "../rule.ts";
import type { RuleId } from "../rule-id.ts";

/**
 * Makes a rule of PDF/UA-1 on the standard types of an element's children, those of NonStruct, Div and Part being the
 * ones in them.
 */
export function kidsRule({
  key,
  of,
  id,
  requirement,
  hint,
  isKept,
}: {
  readonly key: string;
  readonly of: string;
  readonly id: RuleId;
  readonly requirement: string;
  readonly hint: string;
  readonly isKept: (kids: readonly string[]) => boolean;
}): AnyRule {
  return rule({
    key,
    on: "tagged-element",
    ids: { ua1: id },
    requirement,
    message: `The children of ${of} are not as required`,
    hint,
    fix: "author",
    test({ dict, role }, validation) {
      if (role !== of) {
        return true;
      }
      const kids = validation.shared(taggedStructure).kidRoles(dict);
      return isKept(kids) || { broken: `${of} of ${[...new Set(kids)].slice(0, 10).join(", ")}` };
    },
  });
}

/** Makes a rule of PDF/UA-1 on the standard types of the elements that an element may be in. */
export function insideRule({
  key,
  of,
  id,
  parents,
}: {
  readonly key: string;
  readonly of: string;
  readonly id: RuleId;
  readonly parents: readonly string[];
}): AnyRule {
  const places = parents.join(", ").replace(/, (\w+)$/u, " or $1");
  return rule({
    key,
    on: "tagged-element",
    ids: { ua1: id },
    requirement: `${of} is in ${places}.`,
    message: `${of} is not in ${places}`,
    hint: `Move the ${of} into ${places}, or give it the type of what it is, such as P: in Acrobat, drag its tag or edit its Properties.`,
    fix: "author",
    test({ dict, role }, validation) {
      if (role !== of) {
        return true;
      }
      const parent = validation.shared(taggedStructure).parentRole(dict);
      return (parent !== undefined && parents.includes(parent)) || { broken: `in ${parent ?? "no standard type"}` };
    },
  });
}
