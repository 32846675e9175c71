import { type CosValue, Dict } from "@quire/cos";
import type { Assembly } from "../assembly.ts";
import { carryDefaults } from "./defaults.ts";
import { settleActions } from "./field-actions.ts";
import { renameFields } from "./field-names.ts";
import type { FieldNode } from "./field-tree.ts";
import { TakenFields } from "./taken-fields.ts";

/**
 * Takes over interactive forms (ISO 32000-2, 12.7): one form is made of those of all excerpts, with the fields that
 * have widgets on the pages taken, and all fields of whole documents. Fields keep their values, appearances and
 * defaults.
 * @throws CosError `too_complex` when a bound is met.
 */
export function carryForms(assembly: Assembly): void {
  const { excerpts, bounds } = assembly;
  const hasForm = excerpts.some(({ source }) => source.document.catalog.dict("AcroForm") !== undefined);
  // Widgets without a form do not make one; but fields above the widgets of a part must not lead to what is left out.
  const documents = excerpts
    .filter(({ isWhole }) => hasForm || !isWhole)
    .map((excerpt) => new TakenFields(excerpt, assembly));
  const newNames = renameFields(documents, bounds);
  for (const [index, fields] of documents.entries()) {
    removeSignatures(fields, assembly);
    settleActions(fields, newNames[index] ?? new Map(), bounds);
  }
  const form = hasForm ? joinedForm(documents, assembly) : new Dict();
  const roots = documents.map((fields) => fields.settle()).flat();
  if (hasForm && (roots.length > 0 || form.has("DR"))) {
    assembly.catalog.set("AcroForm", assembly.add(form.set("Fields", roots)));
  }
}

/** Makes the interactive form dictionary (12.7.3), without its fields. */
function joinedForm(documents: readonly TakenFields[], assembly: Assembly): Dict {
  const form = new Dict();
  const joined = documents.filter(({ roots, excerpt }) => roots.length > 0 || excerpt.isWhole);
  carryDefaults(form, joined, assembly.bounds);
  carryCalculationOrder(form, joined);
  for (const { tree, excerpt } of joined) {
    if (tree.form?.boolean("NeedAppearances") === true) {
      form.set("NeedAppearances", true);
    }
    // An XFA form describes the fields of its document as they were, and readers would show it in place of the new
    // ones.
    if (tree.form?.has("XFA") === true) {
      assembly.warn("form_xfa_dropped", excerpt);
    }
  }
  return form;
}

/**
 * Removes the values of signature fields: a signature (12.8) covers the bytes of a file that no longer exists. Its
 * appearance stays, and so does the field. The new form has no /SigFlags, which says that there are no signatures.
 */
function removeSignatures(fields: TakenFields, assembly: Assembly): void {
  const { signed } = fields.tree;
  for (const node of signed.size === 0 ? [] : fields.nodes) {
    assembly.bounds.step();
    if (signed.has(node)) {
      fields.edit(node).delete("V");
      assembly.warn("signatures_removed", fields.excerpt);
    }
  }
}

/**
 * Joins the orders of calculation: one document's fields after another's, each in the order in which it calculates
 * them.
 */
function carryCalculationOrder(form: Dict, documents: readonly TakenFields[]): void {
  const order = documents
    .flatMap((fields) => calculatedFields(fields))
    .flatMap(({ ref }): CosValue[] => (ref ? [ref] : []));
  if (order.length > 0) {
    form.set("CO", order);
  }
}

function calculatedFields({ tree, nodes }: TakenFields): FieldNode[] {
  const { calculated } = tree;
  if (calculated.size === 0) {
    return [];
  }
  const placeOf = (node: FieldNode) => calculated.get(node) ?? 0;
  return [...nodes]
    .filter((node) => calculated.has(node))
    .toSorted((first, second) => placeOf(first) - placeOf(second));
}
