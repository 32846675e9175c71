import { asDict, type CosArray, type CosValue, type Dict, NameTree, resolve } from "@quire/cos";
import type { Assembly } from "../assembly.ts";
import type { Excerpt } from "../excerpt.ts";
import type { SourceDocument } from "../source-document.ts";
import { embeddedFileKey } from "./embedded-file-key.ts";
import { FileReferences } from "./file-references.ts";
import { JoinedNames } from "./joined-names.ts";
import { namesOf } from "./names.ts";
import { wholeDocument } from "./whole-document.ts";

/**
 * Takes over embedded and associated files (ISO 32000-2, 7.11.4, 14.13): all files of whole documents; of others those
 * of the name tree that pages taken, or their annotations, refer to. The same file under the same name is kept once;
 * another one gets another name in the tree, while its file name stays. A collection (12.3.5) is kept only for a single
 * whole document.
 */
export function carryAttachments(assembly: Assembly): void {
  const names = new JoinedNames(embeddedFileKey);
  const filesByExcerpt = assembly.excerpts.map((excerpt) => ({ excerpt, files: filesOf(assembly, excerpt) }));
  /** The file that is kept for each file left out because another document has the same one. */
  const keptFor = new Map<Dict, CosValue>();
  for (const [name, file] of filesByExcerpt.flatMap(({ files }) => files)) {
    assembly.bounds.step();
    const kept = names.add(name, file);
    const dict = asDict(resolve(file));
    if (kept !== file && dict !== undefined) {
      keptFor.set(dict, kept);
    }
  }
  if (names.size > 0) {
    namesOf(assembly).set("EmbeddedFiles", names.tree(assembly));
  }
  const associated = associatedFiles(assembly, keptFor);
  if (associated.length > 0) {
    assembly.catalog.set("AF", associated);
  }
  const collection = wholeDocument(assembly)?.source.document.catalog.dict("Collection");
  if (collection !== undefined) {
    assembly.catalog.set("Collection", collection);
  }
}

type NamedFile = readonly [name: Uint8Array, specification: CosValue];

function filesOf({ bounds }: Assembly, excerpt: Excerpt): readonly NamedFile[] {
  const files = excerpt.source.memo(embeddedFilesOf);
  if (excerpt.isWhole || files.length === 0) {
    return files;
  }
  const references = new FileReferences(bounds);
  for (const page of excerpt.pages) {
    references.addPage(page);
  }
  return references.isEmpty ? [] : files.filter(([name, file]) => references.hasFile(file) || references.hasName(name));
}

function embeddedFilesOf({ document: { catalog, bounds } }: SourceDocument): readonly NamedFile[] {
  const root = catalog.dict("Names")?.dict("EmbeddedFiles");
  const files = root ? [...new NameTree(root, bounds).entries()] : [];
  return files.filter(([, file]) => asDict(resolve(file)) !== undefined);
}

/** Returns the files that the catalogs of whole documents name (14.13.3). */
function associatedFiles({ excerpts, bounds }: Assembly, keptFor: ReadonlyMap<Dict, CosValue>): CosArray {
  const associated = new Map<Dict, CosValue>();
  for (const { source, isWhole } of excerpts) {
    for (const file of isWhole ? (source.document.catalog.array("AF") ?? []) : []) {
      bounds.step();
      const dict = asDict(resolve(file));
      const kept = (dict && keptFor.get(dict)) ?? file;
      const keptDict = asDict(resolve(kept));
      if (keptDict !== undefined) {
        associated.set(keptDict, kept);
      }
    }
  }
  return [...associated.values()];
}
