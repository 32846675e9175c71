import { asDict, type Bounds, type CosValue, Dict, resolve } from "@quire/cos";
import type { TakenPage } from "../excerpt.ts";

/**
 * Collects the files that the pages taken refer to: by /AF, by file attachment and other annotations, and by name in
 * go-to actions.
 */
export class FileReferences {
  readonly #bounds: Bounds;
  readonly #files = new Set<Dict>();
  readonly #names = new Set<string>();

  constructor(bounds: Bounds) {
    this.#bounds = bounds;
  }

  addPage({ dict, annotations }: TakenPage): void {
    this.#addAssociated(dict);
    for (const annotation of annotations) {
      this.#bounds.step();
      if (!annotation.isRemoved) {
        this.#addAnnotation(annotation.dict);
      }
    }
  }

  get isEmpty(): boolean {
    return this.#files.size === 0 && this.#names.size === 0;
  }

  hasFile(file: CosValue): boolean {
    const dict = asDict(resolve(file));
    return dict !== undefined && this.#files.has(dict);
  }

  hasName(name: Uint8Array): boolean {
    return this.#names.has(Buffer.from(name).toString("latin1"));
  }

  #addAnnotation(annotation: Dict): void {
    this.#addAssociated(annotation);
    this.#addFile(annotation.get("FS"));
    // 12.6.4.4: the target of a go-to action may be a file of the name tree.
    const target = annotation.dict("A")?.dict("T")?.bytes("N");
    if (target !== undefined) {
      this.#names.add(Buffer.from(target).toString("latin1"));
    }
  }

  #addAssociated(dict: Dict): void {
    for (const file of dict.array("AF") ?? []) {
      this.#bounds.step();
      this.#addFile(file);
    }
  }

  #addFile(file: CosValue): void {
    const dict = resolve(file);
    if (dict instanceof Dict) {
      this.#files.add(dict);
    }
  }
}
