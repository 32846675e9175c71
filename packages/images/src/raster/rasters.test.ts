import type { CosValue } from "@quire/cos";
import { describe, expect, test } from "vitest";
import { extracted, ImageDocument, pixelsIn, pngOf, popplerPngs, summaryOf } from "../testing/image-document.ts";
import { dict, name, text } from "../testing/objects.ts";

const noise = (length: number) => Uint8Array.from({ length }, (_, index) => (index * 97 + (index >> 3) * 41) % 256);

async function expectAsPoppler(document: ImageDocument): Promise<void> {
  const ours = await Promise.all(extracted(document).map((one) => pixelsIn(pngOf(one))));
  const theirs = await Promise.all(popplerPngs(document).map(pixelsIn));
  expect(ours.length).toBe(theirs.length);
  expect(ours).toEqual(theirs);
}

function imageOf(entries: Record<string, CosValue>, data: string | Uint8Array): ImageDocument {
  const document = new ImageDocument();
  document.pageOf(document.image({ Width: 19, Height: 5, ...entries }, data));
  return document;
}

describe("samples look as with Poppler", () => {
  const device = { DeviceGray: 1, DeviceRGB: 3, DeviceCMYK: 4 };
  const cases = Object.entries(device).flatMap(([space, components]) =>
    [1, 2, 4, 8, 16].map((bits): [string, number, number] => [
      space,
      bits,
      Math.ceil((19 * components * bits) / 8) * 5,
    ]),
  );

  test.each(cases.filter(([space, bits]) => bits !== 16 || space === "DeviceGray"))(
    "%s, %d bits",
    async (space, bits, length) => {
      await expectAsPoppler(imageOf({ ColorSpace: name(space), BitsPerComponent: bits }, noise(length)));
    },
  );

  test("inverted by a Decode array", async () => {
    await expectAsPoppler(imageOf({ ColorSpace: name("DeviceGray"), Decode: [1, 0] }, noise(95)));
    await expectAsPoppler(imageOf({ ColorSpace: name("DeviceGray"), Decode: [1, 0], BitsPerComponent: 1 }, noise(15)));
    await expectAsPoppler(imageOf({ ColorSpace: name("DeviceRGB"), Decode: [1, 0, 1, 0, 1, 0] }, noise(285)));
  });

  test("a stencil mask", async () => {
    await expectAsPoppler(imageOf({ ImageMask: true, BitsPerComponent: 1 }, noise(15)));
  });

  test("indices of colours", async () => {
    const space = indexed("DeviceRGB", "\x00\x10\x20\xff\x80\x40\x01\x02\x03\xfe\xfd\xfc");
    await expectAsPoppler(imageOf({ ColorSpace: space, BitsPerComponent: 2 }, noise(25)));
    await expectAsPoppler(imageOf({ ColorSpace: space, BitsPerComponent: 2, Decode: [3, 0] }, noise(25)));
    const inks = indexed("DeviceCMYK", "\x00\x10\x20\xff\x80\x40\x01\x02\x03\xfe\xfd\xfc\x00\x00\x00\x80");
    await expectAsPoppler(imageOf({ ColorSpace: inks, BitsPerComponent: 2 }, noise(25)));
  });

  test("an ink, by its tint transformation", async () => {
    const tint = dict({ FunctionType: 2, Domain: [0, 1], C0: [0, 0, 0, 0], C1: [1, 0.5, 0, 0.2], N: 1 });
    const space = [name("Separation"), name("Blue"), name("DeviceCMYK"), tint];
    await expectAsPoppler(imageOf({ ColorSpace: space }, noise(95)));
  });
});

test("a palette stays one", async () => {
  const space = [name("Indexed"), name("DeviceRGB"), 1, text("\x00\x10\x20\xff\x80\x40")];
  const [image] = extracted(imageOf({ ColorSpace: space, BitsPerComponent: 1 }, noise(15)));
  expect(image?.picture).toMatchObject({ kind: "raster", raster: { kind: "palette", bits: 1 } });
});

describe("masks", () => {
  test("a soft mask is alpha", async () => {
    const document = new ImageDocument();
    const SMask = document.image({ Width: 2, Height: 1, ColorSpace: name("DeviceGray") }, "\x00\x80");
    document.pageOf(document.image({ Width: 2, Height: 1, ColorSpace: name("DeviceRGB"), SMask }, "abcdef"));
    expect(await onlyPixels(document)).toEqual({ channels: 4, data: [97, 98, 99, 0, 100, 101, 102, 128] });
  });

  test("the smaller one of an image and its mask is enlarged", async () => {
    const document = new ImageDocument();
    const SMask = document.image({ Width: 4, Height: 1, ColorSpace: name("DeviceGray") }, "\x01\x02\x03\x04");
    document.pageOf(document.image({ Width: 2, Height: 1, ColorSpace: name("DeviceRGB"), SMask }, "aaabbb"));
    const data = [97, 97, 97, 1, 97, 97, 97, 2, 98, 98, 98, 3, 98, 98, 98, 4];
    expect(await onlyPixels(document)).toEqual({ channels: 4, data });
  });

  test("a colour that was mixed in is taken out", async () => {
    const document = new ImageDocument();
    const SMask = document.image({ Width: 1, Height: 1, ColorSpace: name("DeviceGray"), Matte: [0, 0, 0] }, "\x80");
    document.pageOf(document.image({ Width: 1, Height: 1, ColorSpace: name("DeviceRGB"), SMask }, "\x40\x20\x10"));
    expect(await onlyPixels(document)).toEqual({ channels: 4, data: [128, 64, 32, 128] });
  });

  test("a stencil mask of an image keeps the pixels where it is 0", async () => {
    const document = new ImageDocument();
    const Mask = document.image({ Width: 2, Height: 1, ImageMask: true, BitsPerComponent: 1 }, "\x40");
    document.pageOf(document.image({ Width: 2, Height: 1, ColorSpace: name("DeviceRGB"), Mask }, "abcdef"));
    expect(await onlyPixels(document)).toEqual({ channels: 4, data: [97, 98, 99, 255, 100, 101, 102, 0] });
  });

  test("a colour key takes out the colours in its ranges", async () => {
    const document = new ImageDocument();
    const entries = { Width: 2, Height: 1, ColorSpace: name("DeviceRGB"), Mask: [97, 97, 90, 99, 0, 255] };
    document.pageOf(document.image(entries, "abcbbc"));
    expect(await onlyPixels(document)).toEqual({ channels: 4, data: [97, 98, 99, 0, 98, 98, 99, 255] });
  });

  test("an image whose mask cannot be read is extracted without it", async () => {
    const document = new ImageDocument();
    const SMask = document.image({ Width: 2, Height: 1, Filter: name("NoDecode") }, "xx");
    document.pageOf(document.image({ Width: 1, Height: 1, ColorSpace: name("DeviceRGB"), SMask }, "abc"));
    expect(await onlyPixels(document)).toEqual({ channels: 3, data: [97, 98, 99] });
  });
});

describe("an image that cannot be extracted is reported, and the next one is extracted", () => {
  const space = { ColorSpace: name("DeviceGray") };
  test.each<[string, Record<string, CosValue>, string, RegExp]>([
    ["no pixels", { ...space, Width: 0, Height: 0 }, "xxx", /0 x 0 pixels/],
    ["a size that is no number", { ...space, Width: name("A"), Height: -4 }, "xxx", /0 x 0 pixels/],
    ["too many pixels", { ...space, Width: 60_000, Height: 60_000 }, "xxx", /60000 x 60000 pixels, more than/],
    ["an unknown filter", { ...space, Filter: name("NoDecode") }, "xxx", /NoDecode, is not known/],
    ["no data", space, "", /no data/],
    ["three bits", { ...space, BitsPerComponent: 3 }, "xxx", /3 bits/],
    ["no bits", { ...space, BitsPerComponent: name("X") }, "xxx", /how many bits/],
    ["no colour space", {}, "xxx", /no colour space/],
    ["a colour space in itself", { ColorSpace: [name("Indexed"), [name("Indexed")], 1, text("x")] }, "xxx", /colour/],
    ["an unknown colour space", { ColorSpace: name("Pattern") }, "xxx", /Pattern, is not known/],
    ["far too few data", { ...space, Width: 1000, Height: 1000, BitsPerComponent: 16 }, "x", /bytes of data in place/],
    ["a JPEG that is none", { ...space, Filter: name("DCTDecode") }, "xxx", /DCTDecode/],
    ["a JPEG 2000 that is none", { Filter: name("JPXDecode") }, "xxx", /JPXDecode/],
  ])("%s", (_, entries, data, reason) => {
    const document = new ImageDocument();
    const good = document.image({ Width: 1, Height: 1, ...space }, "x");
    document.pageOf(document.image({ Width: 2, Height: 2, ...entries }, data), good);
    const [lost, given] = extracted(document).map(summaryOf);
    expect(lost).toMatch(reason);
    expect(given).toBe("1 x 1");
  });

  test("data that end early are continued with 0", async () => {
    const [image] = extracted(imageOf({ ColorSpace: name("DeviceGray"), Width: 3, Height: 1 }, "a"));
    expect(image && (await pixelsIn(pngOf(image)))).toEqual({ channels: 3, data: [97, 97, 97, 0, 0, 0, 0, 0, 0] });
  });
});

const indexed = (base: string, colours: string) => [name("Indexed"), name(base), 3, text(colours)];

/** Returns the pixels of the only image of a document. */
async function onlyPixels(document: ImageDocument) {
  const [image, ...more] = extracted(document);
  expect(more).toEqual([]);
  return image && pixelsIn(pngOf(image));
}
