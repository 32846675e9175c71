import { describe, expect, test } from "vitest";
import { Bounds } from "../bounds.ts";
import { type CosValue, Ref, Stream } from "../objects.ts";
import { ObjectGraph } from "./graph.ts";
import { identicalStreams } from "./identical-streams.ts";
import { MadeObjects } from "./made-objects.ts";
import { bytesOf, dict, name, stream } from "./testing/documents.ts";

/** Returns how many of the streams that the values lead to are replaced by others. */
function unifiedOf(objects: MadeObjects, ...values: CosValue[]): number {
  const graph = new ObjectGraph([objects.add(values)], new Bounds());
  return identicalStreams(graph, new Bounds()).unified;
}

describe("streams are the same", () => {
  test("with the same bytes and entries, in whatever order", () => {
    const objects = new MadeObjects();
    const one = stream({ Width: 1, Height: 2, Length: 99, Gone: null }, "bytes");
    const other = stream({ Height: 2, Width: 1, Length: objects.add(5) }, "bytes");
    expect(unifiedOf(objects, one, other)).toBe(1);
  });

  test("over several steps of references: a form, its image, and the soft mask of that", () => {
    const objects = new MadeObjects();
    const form = () => {
      const mask = objects.add(stream({ Subtype: name("Image") }, "mask"));
      const image = objects.add(stream({ Subtype: name("Image"), SMask: mask }, "image"));
      return objects.add(stream({ Resources: dict({ XObject: dict({ Im: image }) }) }, "/Im Do"));
    };
    expect(unifiedOf(objects, form(), form(), form())).toBe(6);
  });

  test("when the arrays and fonts that they refer to have the same content", () => {
    const objects = new MadeObjects();
    const form = () => {
      const profile = objects.add(stream({ N: 3 }, "profile"));
      const space = objects.add([name("ICCBased"), profile]);
      const font = objects.add(dict({ Type: name("Font"), FontFile: objects.add(stream({}, "program")) }));
      return stream({ Space: space, Resources: objects.add(dict({ Font: dict({ F: font }) })) }, "(a) Tj");
    };
    expect(unifiedOf(objects, form(), form())).toBe(3);
  });

  test("in documents that are put together", () => {
    const [one, other] = [new MadeObjects(), new MadeObjects()];
    expect(unifiedOf(one, one.add(stream({}, "logo")), other.add(stream({}, "logo")))).toBe(1);
  });
});

describe("streams are kept apart", () => {
  const objects = new MadeObjects();
  const layer = () => objects.add(dict({ Type: name("OCG"), Name: name("Layer") }));
  const circle = () => {
    const self = objects.add();
    objects.replace(self.number, stream({ Self: self }, "form"));
    return self;
  };
  test.each<[string, CosValue, CosValue]>([
    ["with other bytes of the same length", stream({}, "abc"), stream({}, "abd")],
    ["with other entries", stream({ Width: 1 }, "abc"), stream({ Width: 2 }, "abc")],
    ["with more entries", stream({ Width: 1 }, "abc"), stream({ Width: 1, Height: 1 }, "abc")],
    ["with a name rather than a string", stream({ A: name("a") }, ""), stream({ A: [name("a")] }, "")],
    ["in layers of the same name", stream({ OC: layer() }, "abc"), stream({ OC: layer() }, "abc")],
    ["that refer to themselves", circle(), circle()],
    ["whose references differ", stream({ M: stream({}, "abc") }, "i"), stream({ M: stream({}, "abd") }, "i")],
    [
      "of which one refers to nothing",
      stream({ M: new Ref(objects, 9999, 0) }, "i"),
      stream({ M: stream({}, "") }, "i"),
    ],
  ])("%s", (_, one, other) => {
    expect(unifiedOf(objects, one, other)).toBe(0);
  });
});

test("bytes are compared only when length and entries are the same", () => {
  const objects = new MadeObjects();
  const looked: string[] = [];
  const lookedAt = (width: number, text: string) =>
    new Stream(dict({ Width: width }), {
      lengthBytes: text.length,
      encoded() {
        looked.push(text);
        return bytesOf(text);
      },
    });
  const values = [
    lookedAt(1, "abc"),
    lookedAt(2, "def"),
    lookedAt(1, "longer"),
    lookedAt(3, "ghi"),
    lookedAt(3, "ghj"),
  ];
  expect(unifiedOf(objects, ...values)).toBe(0);
  expect(looked).toEqual(["ghi", "ghj"]);
});

test("long streams that differ in one byte anywhere are kept apart, and those of the same bytes are not", () => {
  const objects = new MadeObjects();
  const values = [0, 10_000, 25_000, 40_000, 49_999, 40_000].map((at) =>
    stream({}, `${"x".repeat(at)}y${"x".repeat(49_999 - at)}`),
  );
  expect(unifiedOf(objects, ...values)).toBe(1);
});

test("hostile streams end: long chains, and dictionaries that unfold without end", () => {
  const objects = new MadeObjects();
  const chain = () => {
    let last = objects.add(stream({}, "x"));
    for (let index = 0; index < 5000; index++) {
      last = objects.add(stream({ Next: last }, "x"));
    }
    return last;
  };
  expect(unifiedOf(objects, chain(), chain())).toBeGreaterThan(0);
  const doubling = () => {
    let last = objects.add([1]);
    for (let index = 0; index < 64; index++) {
      last = objects.add([last, last]);
    }
    return stream({ Unfolds: last }, "x");
  };
  expect(unifiedOf(objects, doubling(), doubling())).toBe(0);
});
