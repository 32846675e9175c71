import { type Dict, resolve, Stream } from "@quire/cos";
import { Collected } from "../../graphics/collected.ts";
import { type AnyRule, rule } from "../rule.ts";
import type { RuleGroup } from "../rule-group.ts";

const POSTSCRIPT = "PS";

/** The rules of ISO 19005-1, 6.2.5 to 6.2.7; -2 and -3, 6.2.9; -4, 6.2.8. */
const XOBJECT_RULES: readonly AnyRule[] = [
  rule({
    key: "form-postscript",
    on: "xobject-dictionary",
    ids: { "1": "6.2.5-1", "2": "6.2.9-1", "3": "6.2.9-1", "4": null },
    requirement: "A form XObject has neither PS nor Subtype2 PS, nor, in parts 2 and 3, OPI.",
    message: "A form XObject has PostScript or OPI entries",
    hint: "Remove PS, OPI and Subtype2 from the form XObject: PostScript in it is for printers of one maker.",
    fix: "dictionary",
    conversion: "drops",
    test: ({ dict, subtype }, { part }) =>
      subtype !== "Form" || keysOutcome(dict, part === 1 ? ["PS", "Subtype2"] : ["PS", "OPI", "Subtype2"]),
  }),
  rule({
    key: "form-opi",
    on: "xobject-dictionary",
    ids: { "1": "6.2.4-2", "4": "6.2.8.1-1" },
    requirement: "A form XObject has no OPI.",
    message: "A form XObject is a placeholder for an image outside the file (OPI)",
    hint: "Put the picture itself into the file, and remove OPI from the form: in Distiller, Advanced ▸ Preserve OPI comments off.",
    fix: "dictionary",
    conversion: "drops",
    test: ({ dict, subtype }) => subtype !== "Form" || keysOutcome(dict, ["OPI"]),
  }),
  rule({
    key: "no-soft-mask-form",
    on: "xobject-dictionary",
    ids: { "1": "6.4-2" },
    requirement: "A form XObject has no SMask.",
    message: "A form XObject has a soft mask",
    hint: "Remove SMask from the form XObject: it has no meaning there.",
    fix: "dictionary",
    test: ({ dict, subtype }) => subtype !== "Form" || dict.name("SMask") === "None" || keysOutcome(dict, ["SMask"]),
  }),
  rule({
    key: "form-reference",
    on: "xobject-dictionary",
    ids: { "1": "6.2.6-1", "2": "6.2.9-2", "3": "6.2.9-2", "4": "6.2.8.2-1", ua1: "7.20-1" },
    requirement: "A form XObject has no Ref.",
    message: "A form XObject is a placeholder for a page of another file",
    hint: "Put the page itself into the file, and remove Ref: PDF/X-5 refers to pages elsewhere, choose PDF/X-4 on export.",
    fix: "dictionary",
    conversion: "drops",
    test: ({ dict, subtype }) => subtype !== "Form" || keysOutcome(dict, ["Ref"]),
  }),
  rule({
    key: "postscript-xobject",
    on: "xobject-dictionary",
    ids: { "1": "6.2.7-1", "2": "6.2.9-3", "3": "6.2.9-3" },
    requirement: "There are no PostScript XObjects.",
    message: "A PostScript XObject is used",
    hint: "Remove the PostScript XObject from the contents: printer drivers pass commands to printers by it, export in place of printing.",
    fix: "dictionary",
    conversion: "drops",
    test: ({ subtype }) => subtype !== POSTSCRIPT || { broken: "Subtype PS" },
  }),
];

/** Tests that a dictionary has none of the keys. Subtype2 counts only when it is PS (ISO 32000-1, 8.8.1). */
function keysOutcome(dict: Dict, keys: readonly string[]): true | { readonly broken: string } {
  const found = keys.filter((key) => dict.has(key) && (key !== "Subtype2" || dict.name(key) === POSTSCRIPT));
  return found.length === 0 || { broken: found.join(", ") };
}

export const xobjects: RuleGroup = {
  name: "xobjects",
  rules: XOBJECT_RULES,
  begin({ bounds }) {
    const collected = new Collected();
    const seen = new Set<Dict>();
    return {
      subscribes: {
        form: ({ stream }, place) => {
          if (!seen.has(stream.dict)) {
            seen.add(stream.dict);
            collected.add("xobject-dictionary", { dict: stream.dict, subtype: "Form" }, place);
          }
        },
        // Nothing of it is painted, so it is found only in the resources.
        "content-stream": ({ context: { resources } }, place) => {
          const named = resources?.dict("XObject");
          if (named === undefined || seen.has(named)) {
            return;
          }
          seen.add(named);
          for (const value of named.entries.values()) {
            bounds.step();
            const stream = resolve(value);
            if (stream instanceof Stream && stream.dict.name("Subtype") === POSTSCRIPT) {
              collected.add("xobject-dictionary", { dict: stream.dict, subtype: POSTSCRIPT }, place);
            }
          }
        },
      },
      end: (emit) => collected.tell(emit),
    };
  },
};
