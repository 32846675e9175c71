import {
  asDict,
  type Bounds,
  type CosDirect,
  type CosDocument,
  CosString,
  contentOperations,
  type Dict,
  decodeData,
  decodeStream,
  decodeTextString,
  functionsOf,
  NameTree,
  NumberTree,
  type Page,
  parseDate,
  Stream,
} from "@quire/cos";

/** Reads every object, the data of streams, and all texts and functions. */
export function readObjects(document: CosDocument, bounds: Bounds): void {
  for (const number of document.objectNumbers()) {
    bounds.step();
    const value = document.object(number)?.value ?? null;
    if (value instanceof Stream) {
      decodeStream(value, bounds);
    }
    const dict = asDict(value);
    if (dict?.entries.has("FunctionType") === true) {
      evaluate(value, bounds);
    }
    if (dict !== undefined) {
      readTexts(dict);
    }
  }
}

function evaluate(value: CosDirect, bounds: Bounds): void {
  const evaluated = functionsOf(value, bounds, () => undefined);
  for (const input of [-1, 0, 0.3, 1, 255, Number.NaN]) {
    const outputs = evaluated?.evaluate(Array.from({ length: Math.min(8, evaluated.inputCount) }, () => input));
    if (outputs?.some((output) => !Number.isFinite(output)) === true) {
      throw new Error("A function gave a value that is no number.");
    }
  }
}

function readTexts(dict: Dict): void {
  for (const value of dict.entries.values()) {
    if (value instanceof CosString) {
      parseDate(decodeTextString(value.bytes));
    }
  }
}

export function readContents(document: CosDocument, pages: readonly Page[], bounds: Bounds): void {
  for (const page of pages) {
    const { left, top } = page.cropBox;
    if (!Number.isFinite(left + top + page.widthPt + page.heightPt + page.rotate)) {
      throw new Error("A page has a size that is no number.");
    }
    const operations = contentOperations(page.contents(bounds).bytes, { source: document, bounds });
    for (const { operands, inlineImage } of operations) {
      bounds.step();
      if (inlineImage !== undefined) {
        decodeData(inlineImage.data, inlineImage.dict, bounds);
      }
      if (operands.length > 64) {
        throw new Error("An operation has more operands than it may.");
      }
    }
  }
}

export function readTrees({ catalog }: CosDocument, bounds: Bounds): void {
  const names = catalog.dict("Names");
  for (const key of names?.keys() ?? []) {
    const tree = names?.dict(key);
    if (tree !== undefined) {
      const nameTree = new NameTree(tree, bounds);
      for (const [name] of nameTree.entries()) {
        nameTree.get(name);
      }
    }
  }
  const numbered = [catalog.dict("PageLabels"), catalog.dict("StructTreeRoot")?.dict("ParentTree")];
  for (const tree of numbered) {
    if (tree !== undefined) {
      const numberTree = new NumberTree(tree, bounds);
      for (const [number] of numberTree.entries()) {
        numberTree.get(number);
      }
    }
  }
}
