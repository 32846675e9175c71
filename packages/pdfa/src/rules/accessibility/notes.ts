import { type Dict, Ref } from "@quire/cos";
import { taggedStructure } from "../../structure/tagged-structure.ts";
import type { Validation } from "../../validation.ts";
import { type AnyRule, rule } from "../rule.ts";

const noteIds = () => new Set<string>();

/** Returns the objects that the elements of the tree refer to in /Ref, with those that refer to them. */
function references(validation: Validation): ReadonlyMap<number, ReadonlySet<number>> {
  const structure = validation.shared(taggedStructure);
  const found = new Map<number, Set<number>>();
  const seen = new Set<Dict>();
  const pending = structure.root === undefined ? [] : [structure.root];
  for (let next = pending.pop(); next !== undefined; next = pending.pop()) {
    for (const { dict, object } of structure.kidsOf(next)) {
      validation.bounds.step();
      if (seen.has(dict)) {
        continue;
      }
      seen.add(dict);
      pending.push(dict);
      for (const target of object === undefined ? [] : targetsOf(dict)) {
        const from = found.get(target) ?? new Set();
        found.set(target, from.add(object ?? 0));
      }
    }
  }
  return found;
}

const targetsOf = (element: Dict): readonly number[] =>
  (element.array("Ref") ?? []).flatMap((raw) => (raw instanceof Ref ? [raw.number] : []));

const NO_REFERENCES: ReadonlySet<number> = new Set();

/** The rules on notes: ISO 14289-1, 7.9; -2, 8.2.5.14. */
export const NOTE_RULES: readonly AnyRule[] = [
  rule({
    key: "note-id",
    on: "tagged-element",
    ids: { ua1: "7.9-1" },
    requirement: "A note has an ID.",
    message: "A note has no ID",
    hint: "Set ID of the Note element to a string that no other note has: in Acrobat, the tag's Properties ▸ ID.",
    fix: "dictionary",
    test: ({ dict, role }) => role !== "Note" || (dict.bytes("ID")?.length ?? 0) > 0 || { broken: "no ID" },
  }),
  rule({
    key: "note-id-unique",
    on: "tagged-element",
    ids: { ua1: "7.9-2" },
    requirement: "No two notes have the same ID.",
    message: "Two notes have the same ID",
    hint: "Set ID of each Note element to a different string: notes of merged documents may have the same ones.",
    fix: "dictionary",
    test({ dict, role }, validation) {
      const bytes = role === "Note" ? dict.bytes("ID") : undefined;
      if (bytes === undefined) {
        return true;
      }
      const known = validation.shared(noteIds);
      const id = Buffer.from(bytes).toString("latin1");
      const isTaken = known.has(id);
      known.add(id);
      return !isTaken || { broken: JSON.stringify(id.slice(0, 40)) };
    },
  }),
  rule({
    key: "note-citations",
    on: "tagged-element",
    ids: { ua2: "8.2.5.14-2" },
    requirement: "A footnote refers in Ref to all elements that refer to it.",
    message: "A footnote does not refer to all that refers to it",
    hint: "Add the elements that cite the note to Ref of the FENote.",
    fix: "dictionary",
    test({ dict, object, role }, validation) {
      if (role !== "FENote" || object === undefined) {
        return true;
      }
      const own = new Set(targetsOf(dict));
      const missing = [...(validation.shared(references).get(object) ?? [])].filter((from) => !own.has(from));
      return missing.length === 0 || { broken: `objects ${missing.slice(0, 10).join(", ")}` };
    },
  }),
  rule({
    key: "note-references",
    on: "tagged-element",
    ids: { ua2: "8.2.5.14-3" },
    requirement: "All elements that a footnote refers to in Ref refer to it.",
    message: "A footnote refers to elements that do not refer to it",
    hint: "Add the FENote to Ref of the elements that cite it.",
    fix: "dictionary",
    test({ dict, object, role }, validation) {
      if (role !== "FENote") {
        return true;
      }
      const citing = (object === undefined ? undefined : validation.shared(references).get(object)) ?? NO_REFERENCES;
      const missing = targetsOf(dict).filter((target) => !citing.has(target));
      return missing.length === 0 || { broken: `objects ${missing.slice(0, 10).join(", ")}` };
    },
  }),
  rule({
    key: "note-type",
    on: "tagged-element",
    ids: { ua2: "8.2.5.14-4" },
    requirement: "The attribute NoteType of a footnote is Footnote, Endnote or None.",
    message: "The kind of a footnote is not one of those in the standard",
    hint: "Set NoteType to Footnote, Endnote or None.",
    fix: "dictionary",
    test({ dict, role }, validation) {
      const { attributes } = validation.shared(taggedStructure);
      const type = role === "FENote" ? attributes.name(dict, "FENote", "NoteType") : undefined;
      return type === undefined || /^(?:Footnote|Endnote|None)$/u.test(type) || { broken: type };
    },
  }),
];
