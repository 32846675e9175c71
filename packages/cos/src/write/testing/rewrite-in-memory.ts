import { CosDocument } from "../../file/document.ts";
import { Stream } from "../../objects.ts";
import { MadeObjects } from "../made-objects.ts";
import { writeDocument } from "../write-document.ts";
import { bytesOf, dict, documentOf, name } from "./documents.ts";

/**
 * Makes a document of so many MB, its first argument: images and, for each of them, a hundred small objects. Then it
 * reads and rewrites the document, and prints what that took. It is a separate process, so that the memory measured is
 * its alone.
 */
const megabytes = Number(process.argv[2]);
const before = process.resourceUsage().maxRSS;
const input = documentOfImages(megabytes);
const made = process.resourceUsage().maxRSS;
const started = process.cpuUsage();
let writtenBytes = 0;
const document = CosDocument.open(input);
const summary = writeDocument(document.trailer, { write: (piece) => void (writtenBytes += piece.length) });
const { user, system } = process.cpuUsage(started);
process.stdout.write(
  JSON.stringify({
    inputBytes: input.length,
    bytes: writtenBytes,
    objects: summary.objects,
    startMb: before / 1024,
    madeMb: made / 1024,
    peakMb: process.resourceUsage().maxRSS / 1024,
    cpuMs: (user + system) / 1000,
  }),
);

function documentOfImages(count: number): Uint8Array {
  const objects = new MadeObjects();
  const images = Array.from({ length: count }, (_, image) => {
    const notes = Array.from({ length: 100 }, (__, note) => objects.add(dict({ Image: image, Note: note })));
    const entries = dict({ Subtype: name("Image"), Filter: name("DCTDecode"), Notes: notes });
    return objects.add(new Stream(entries, { lengthBytes: 2 ** 20, encoded: () => filled(2 ** 20, image) }));
  });
  const output = new Uint8Array(count * 2 ** 20 + count * 20_000 + 100_000);
  let length = 0;
  const sink = {
    write(piece: Uint8Array) {
      output.set(piece, length);
      length += piece.length;
    },
  };
  writeDocument(documentOf(10, { Images: images }, objects), sink, { objectStreams: false, unifyStreams: false });
  return output.subarray(0, length);
}

function filled(length: number, seed: number): Uint8Array {
  const bytes = new Uint8Array(length).fill(seed);
  bytes.set(bytesOf(`image ${seed}`));
  return bytes;
}
