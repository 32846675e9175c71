import { CosString, type CosValue, Dict, NameTree, resolve, Stream } from "@quire/cos";
import type { Assembly } from "../assembly.ts";
import type { SourceDocument } from "../source-document.ts";
import { contentKey } from "./content-key.ts";
import { JoinedNames } from "./joined-names.ts";
import { namesOf } from "./names.ts";
import { wholeDocument } from "./whole-document.ts";

/**
 * Takes over the name trees that belong to no other feature (ISO 32000-2, 7.7.4, table 32). The scripts of whole
 * documents are joined; the trees in which scripts look names up, and those that describe a document as a whole, stay
 * only for a single whole document.
 */
export function carryDocumentNames(assembly: Assembly): void {
  const scripts = new JoinedNames(scriptKey);
  for (const { source, isWhole } of assembly.excerpts) {
    for (const [name, script] of isWhole ? source.memo(scriptsOf) : []) {
      assembly.bounds.step();
      scripts.add(name, script);
    }
  }
  if (scripts.size > 0) {
    namesOf(assembly).set("JavaScript", scripts.tree(assembly));
  }
  const whole = wholeDocument(assembly)?.source.document.catalog.dict("Names");
  for (const key of whole ? TREES_OF_ONE_DOCUMENT : []) {
    const tree = whole?.dict(key);
    if (tree !== undefined) {
      namesOf(assembly).set(key, tree);
    }
  }
}

const TREES_OF_ONE_DOCUMENT = ["AP", "Pages", "Templates", "IDS", "URLS", "Renditions", "AlternatePresentations"];

/** Returns the JavaScript actions of the document's name tree, by name. */
function scriptsOf({ document: { catalog, bounds } }: SourceDocument): readonly (readonly [Uint8Array, CosValue])[] {
  const root = catalog.dict("Names")?.dict("JavaScript");
  const scripts = root ? [...new NameTree(root, bounds).entries()] : [];
  return scripts.filter(([, script]) => resolve(script) instanceof Dict);
}

/** Returns a key for the script of a JavaScript action (12.6.4.17); empty when it has none. */
function scriptKey(value: CosValue): string {
  const action = resolve(value);
  const script = action instanceof Dict ? action.get("JS") : null;
  return script instanceof CosString || script instanceof Stream ? contentKey(script) : "";
}
