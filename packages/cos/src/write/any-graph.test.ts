import * as fc from "fast-check";
import { expect, test } from "vitest";
import { IS_FULL } from "../../../../test/running/sampling.ts";
import { CosDocument } from "../file/document.ts";
import { CosString, type CosValue, Dict, Name, Ref, Stream } from "../objects.ts";
import { MadeObjects } from "./made-objects.ts";
import { bytesOf, dict, name, qpdfObjects, written } from "./testing/documents.ts";
import { differences } from "./testing/same-graph.ts";

/** The ways in which values refer to objects that are not made yet. */
interface Shape {
  (refTo: (index: number) => Ref): CosValue;
}

const text = fc.string({
  unit: fc.integer({ min: 0x20, max: 0x7e }).map((code) => String.fromCharCode(code)),
  maxLength: 8,
});
const constant = (values: fc.Arbitrary<CosValue>): fc.Arbitrary<Shape> => values.map((value) => () => value);
const entries = (values: fc.Arbitrary<Shape>) => fc.array(fc.tuple(text, values), { maxLength: 5 });
const dictOf = (shapes: [string, Shape][], refTo: (index: number) => Ref) =>
  new Dict(shapes.map(([key, shape]) => [key, shape(refTo)] as const));

const { value } = fc.letrec<{ value: Shape }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4 },
    constant(fc.constantFrom(null, true, false)),
    constant(fc.integer()),
    constant(fc.integer({ min: -99_999, max: 99_999 }).map((thousandths) => thousandths / 1000)),
    constant(text.map((letters) => new Name(letters))),
    // Delete is no character of a text string: qpdf shows the bytes.
    constant(fc.uint8Array({ maxLength: 12 }).map((bytes) => new CosString(Buffer.concat([bytesOf("\u007f"), bytes])))),
    fc.nat(14).map(
      (index): Shape =>
        (refTo) =>
          refTo(index),
    ),
    fc.array(tie("value"), { maxLength: 5 }).map(
      (shapes): Shape =>
        (refTo) =>
          shapes.map((shape) => shape(refTo)),
    ),
    entries(tie("value")).map(
      (shapes): Shape =>
        (refTo) =>
          dictOf(shapes, refTo),
    ),
  ),
}));
const streamShape = fc.tuple(entries(value), fc.uint8Array({ maxLength: 200 })).map(
  ([shapes, bytes]): Shape =>
    (refTo) => {
      const own = shapes.filter(([key]) => !["Length", "Filter", "DecodeParms", "F", "Type"].includes(key));
      return new Stream(dictOf(own, refTo), bytes);
    },
);
/** An arbitrary of objects that refer to each other, in circles, too, and to some that do not exist. */
const graphs = fc.array(fc.oneof({ weight: 3, arbitrary: value }, streamShape), { minLength: 1, maxLength: 12 });

function documentOf(shapes: readonly Shape[]): Dict {
  const objects = new MadeObjects();
  const refs = shapes.map(() => objects.add());
  const refTo = (index: number) => refs[index] ?? new Ref(objects, 5000 + index, 0);
  shapes.forEach((shape, index) => {
    const made = shape(refTo);
    objects.replace(index + 1, made instanceof Ref ? [made] : made);
  });
  const pages = objects.add(dict({ Type: name("Pages"), Kids: [], Count: 0 }));
  return dict({ Root: objects.add(dict({ Type: name("Catalog"), Pages: pages, Any: refs })) });
}

test.each([true, false])("any graph is read back by qpdf as it was written (object streams: %s)", (objectStreams) => {
  fc.assert(
    fc.property(graphs, (shapes) => {
      const trailer = documentOf(shapes);
      const { bytes } = written(trailer, { objectStreams, unifyStreams: false });
      expect(differences(trailer.raw("Root") as Ref, qpdfObjects(bytes))).toEqual([]);
    }),
    { numRuns: IS_FULL ? 40 : 12 },
  );
});

test("any graph that is read and written again gives the same bytes, except for the ID", () => {
  fc.assert(
    fc.property(graphs, fc.boolean(), (shapes, objectStreams) => {
      const options = { objectStreams, version: "1.7" };
      const { bytes } = written(documentOf(shapes), options);
      const read = CosDocument.open(bytes, { mode: "strict" });
      expect(read.repairs).toEqual([]);
      expect(Buffer.compare(written(read.trailer, options).bytes, bytes)).toBe(0);
    }),
    { numRuns: IS_FULL ? 300 : 100 },
  );
});
