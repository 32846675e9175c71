import { spawnSync } from "node:child_process";
import { constants, deflateRawSync, deflateSync } from "node:zlib";
import { describe, expect, test } from "vitest";
import { Bounds } from "../bounds.ts";
import { CosString, type CosValue, Dict, Name, type ObjectSource, Ref, Stream } from "../objects.ts";
import { decodeData, decodeStream } from "./decode.ts";
import { encodePngUp } from "./testing/encode-png-up.ts";
import { contentText, decodedByAll, dictOf } from "./testing/other-readers.ts";

const text = contentText(50);
const hexOf = (bytes: Uint8Array): Uint8Array => new TextEncoder().encode(`${Buffer.from(bytes).toString("hex")}>`);
const predicted = deflateSync(encodePngUp(text.subarray(0, 500), 5));
const up = { Predictor: 12, Columns: 5 };

function sourceOf(values: readonly CosValue[]): (index: number) => Ref {
  const source: ObjectSource = {
    fetch: (number) => {
      const value = values[number] ?? null;
      return value instanceof Ref ? null : value;
    },
  };
  return (index) => new Ref(source, index, 0);
}

describe("filters and their parameters", () => {
  test.each([
    ["one name", { Filter: "FlateDecode", DecodeParms: up }, predicted],
    ["an array of one", { Filter: ["FlateDecode"], DecodeParms: [up] }, predicted],
    ["null before them", { Filter: ["ASCIIHexDecode", "FlateDecode"], DecodeParms: [null, up] }, hexOf(predicted)],
  ])("%s: as qpdf reads them", (_name, entries, data) => {
    const { ours, qpdf } = decodedByAll(entries, data);
    expect(ours).toEqual({ bytes: text.subarray(0, 500), remaining: [], damage: undefined });
    expect(ours.bytes).toEqual(qpdf);
  });

  test("one dictionary for several filters is that of each", () => {
    const dict = dictOf({ Filter: ["ASCIIHexDecode", "FlateDecode"], DecodeParms: up });
    expect(decodeStream(new Stream(dict, hexOf(predicted)), new Bounds()).bytes).toEqual(text.subarray(0, 500));
  });

  test("references to them and within them", () => {
    const ref = sourceOf([new Name("FlateDecode"), dictOf(up)]);
    const list = sourceOf([
      [new Name("AHx"), ref(0)],
      [ref(7), ref(1)],
    ]);
    const dict = new Dict([
      ["Filter", list(0)],
      ["DecodeParms", list(1)],
    ]);
    expect(decodeStream(new Stream(dict, hexOf(predicted)), new Bounds()).bytes).toEqual(text.subarray(0, 500));
  });

  test("abbreviations of inline images", () => {
    const dict = dictOf({ F: ["AHx", "Fl"], DP: [null, up], W: 5 });
    expect(decodeData(hexOf(predicted), dict, new Bounds()).bytes).toEqual(text.subarray(0, 500));
    for (const [short, full] of [
      ["DCT", "DCTDecode"],
      ["CCF", "CCITTFaxDecode"],
    ]) {
      expect(decodeData(text, dictOf({ F: short ?? null }), new Bounds()).remaining[0]?.filter).toBe(full);
    }
    expect(decodeData(Uint8Array.of(255, 7, 128), dictOf({ F: "RL" }), new Bounds()).bytes).toEqual(
      Uint8Array.of(7, 7),
    );
    expect(decodeData(new TextEncoder().encode("z~>"), dictOf({ F: "A85" }), new Bounds()).bytes.length).toBe(4);
    expect(decodeData(Uint8Array.of(0x80, 0x40, 0x40), dictOf({ F: "LZW" }), new Bounds()).bytes.length).toBe(0);
  });

  test("F is a file specification in a stream", () => {
    const dict = new Dict([["F", new CosString(text)]]);
    expect(decodeStream(new Stream(dict, text), new Bounds())).toEqual({
      bytes: text,
      remaining: [],
      damage: undefined,
    });
  });

  test("without filters the bytes are those of the stream, and cost nothing", () => {
    const bounds = new Bounds({ maxTotalBytes: 10 });
    expect(decodeStream(new Stream(new Dict(), text), bounds).bytes).toBe(text);
    expect(decodeStream(new Stream(dictOf({ Filter: ["Crypt", "Crypt"] }), text), bounds).bytes).toBe(text);
    expect(bounds.decodableBytes).toBe(10);
  });
});

describe("filters that are not decoded here", () => {
  test("one of an image format stays, with all after it and the parameters", () => {
    const dict = dictOf({
      Filter: ["ASCIIHexDecode", "CCITTFaxDecode", "FlateDecode"],
      DecodeParms: [null, { K: -1 }, null],
    });
    const { bytes, remaining, damage } = decodeStream(new Stream(dict, hexOf(text)), new Bounds());
    expect(bytes).toEqual(text);
    expect(remaining.map(({ filter }) => filter)).toEqual(["CCITTFaxDecode", "FlateDecode"]);
    expect(remaining.map(({ parameters }) => parameters?.get("K"))).toEqual([-1, undefined]);
    expect(damage).toBeUndefined();
  });

  test("an unknown one stays as well, and is reported", () => {
    const dict = dictOf({ Filter: ["ASCIIHexDecode", "BrotliDecode"] });
    expect(decodeStream(new Stream(dict, hexOf(text)), new Bounds())).toEqual({
      bytes: text,
      remaining: [{ filter: "BrotliDecode", parameters: undefined }],
      damage: "The filter BrotliDecode is not known.",
    });
  });

  test("what is not a name is left out, and reported", () => {
    const dict = dictOf({ Filter: [7, "AHx"] });
    expect(decodeStream(new Stream(dict, hexOf(text)), new Bounds())).toEqual({
      bytes: text,
      remaining: [],
      damage: "A filter is not a name, and was left out.",
    });
  });
});

test("the damage of each of several filters is reported", () => {
  const dict = dictOf({ Filter: ["AHx", "Fl"], DecodeParms: [null, { Predictor: 12, Columns: 7 }] });
  const cut = hexOf(deflateSync(text.subarray(0, 90)).subarray(0, -4)).subarray(0, -1);
  expect(decodeStream(new Stream(dict, cut), new Bounds()).damage).toBe(
    [
      "The ASCIIHex data ends without its end-of-data marker.",
      "The Flate data ends without its checksum.",
      "A row of the predicted data has no known filter.",
      "The last row of the predicted data is cut short.",
    ].join(" "),
  );
});

describe("bounds", () => {
  test("20,000 filters are refused at once", () => {
    const filters = Array.from({ length: 20_000 }, () => "FlateDecode");
    const started = performance.now();
    expect(() => decodeStream(new Stream(dictOf({ Filter: filters }), text), new Bounds())).toThrow(
      expect.objectContaining({ code: "too_complex", message: "A stream has 20000 filters; at most 32 are decoded." }),
    );
    expect(performance.now() - started).toBeLessThan(500);
  });

  test("every stage counts for the total", () => {
    const bounds = new Bounds({ maxTotalBytes: 3 * text.length + 1 });
    const stream = new Stream(dictOf({ Filter: ["AHx", "AHx"] }), hexOf(hexOf(text)));
    expect(() => decodeStream(stream, bounds)).not.toThrow();
    expect(() => decodeStream(stream, bounds)).toThrow(expect.objectContaining({ code: "too_complex" }));
  });

  test("the signal is checked between filters", () => {
    const bounds = new Bounds({ signal: AbortSignal.abort(new Error("stopped")) });
    expect(() => decodeStream(new Stream(dictOf({ Filter: "AHx" }), hexOf(text)), bounds)).toThrow("stopped");
  });

  test("a bomb of 10 GiB in three stages stops at the bound of 64 MiB, in time and memory", () => {
    const script = `
      const { Bounds } = await import(process.argv[1] + "/bounds.ts");
      const { Dict, Name, Stream } = await import(process.argv[1] + "/objects.ts");
      const { decodeStream } = await import(process.argv[1] + "/filters/decode.ts");
      const chunks = [];
      for await (const chunk of process.stdin) chunks.push(chunk);
      const dict = new Dict([["Filter", Array.from({ length: 3 }, () => new Name("FlateDecode"))]]);
      const before = process.resourceUsage().maxRSS;
      const cpu = process.cpuUsage();
      let code = "";
      try {
        decodeStream(new Stream(dict, new Uint8Array(Buffer.concat(chunks))), new Bounds({ maxStreamBytes: 2 ** 26 }));
      } catch (error) { code = error.code; }
      const { user, system } = process.cpuUsage(cpu);
      console.log(JSON.stringify({ code, mebibytes: (process.resourceUsage().maxRSS - before) / 1024, seconds: (user + system) / 1e6 }));`;
    const args = ["--input-type=module", "-e", script, new URL("..", import.meta.url).pathname.replace(/\/$/, "")];
    const { stdout } = spawnSync(process.execPath, args, {
      input: deflateSync(deflateSync(zeros())),
      encoding: "utf8",
    });
    const result: unknown = JSON.parse(stdout);
    expect(result).toEqual({ code: "too_complex", mebibytes: expect.any(Number), seconds: expect.any(Number) });
    expect(result).toHaveProperty(
      "mebibytes",
      expect.toSatisfy((value: number) => value < 160),
    );
    expect(result).toHaveProperty(
      "seconds",
      expect.toSatisfy((value: number) => value < 5),
    );
  });
});

/** Returns 10 GiB of zeros: the same block of 16 MiB repeated, flushed so that the next begins at a byte. */
function zeros(): Uint8Array {
  const block = deflateRawSync(new Uint8Array(2 ** 24), { finishFlush: constants.Z_FULL_FLUSH });
  const blocks = Array.from({ length: 640 }, () => block);
  return Buffer.concat([Uint8Array.of(0x78, 0x9c), ...blocks, Uint8Array.of(3, 0, 0, 0, 0, 1)]);
}
