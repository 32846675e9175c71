import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import sharp from "sharp";
import { expect, test } from "vitest";
import { srgbProfile } from "./srgb-profile.ts";

const profile = Buffer.from(srgbProfile());

/** Returns the data of a tag after its type signature and the reserved bytes. */
function tag(signature: string): Buffer {
  for (let entry = 132; entry < 132 + 12 * profile.readUInt32BE(128); entry += 12) {
    if (profile.toString("latin1", entry, entry + 4) === signature) {
      const offset = profile.readUInt32BE(entry + 4);
      return profile.subarray(offset + 8, offset + profile.readUInt32BE(entry + 8));
    }
  }
  throw new Error(`There is no ${signature}.`);
}

const numbers = (signature: string, from = 0): number[] =>
  Array.from(
    { length: (tag(signature).length - from) / 4 },
    (_, index) => tag(signature).readInt32BE(from + 4 * index) / 65_536,
  );

test("the header is that of a display's profile of RGB", () => {
  expect(profile.readUInt32BE(0)).toBe(profile.length);
  expect(profile.toString("latin1", 12, 24)).toBe("mntrRGB XYZ ");
  expect(profile.toString("latin1", 36, 40)).toBe("acsp");
  expect(profile.length).toBeLessThan(700);
});

// The values are those of IEC 61966-2-1/A1 and of the ICC's profile registry.
test.each([
  ["rXYZ", [0.436, 0.2225, 0.0139]],
  ["gXYZ", [0.3851, 0.7169, 0.0971]],
  ["bXYZ", [0.1431, 0.0606, 0.7139]],
])("%s is the published one", (signature, published) => {
  numbers(signature).forEach((number, index) => expect(number).toBeCloseTo(published[index] ?? Number.NaN, 3));
});

test("red, green and blue together are white", () => {
  const white = [0, 1, 2].map((index) =>
    ["rXYZ", "gXYZ", "bXYZ"].reduce((sum, name) => sum + (numbers(name)[index] ?? 0), 0),
  );
  white.forEach((number, index) => expect(number).toBeCloseTo(numbers("wtpt")[index] ?? Number.NaN, 3));
});

test("the curve is that of sRGB", () => {
  const [g = 0, a = 0, b = 0, c = 0, d = 0] = numbers("rTRC", 4);
  expect((a * 0.5 + b) ** g).toBeCloseTo(0.21404, 4);
  expect(a * d + b).toBeGreaterThan(0);
  expect((a * d + b) ** g).toBeCloseTo(c * d, 4);
  expect((a + b) ** g).toBeCloseTo(1, 4);
});

test("another program treats it as the sRGB that it knows", async () => {
  const directory = mkdtempSync(join(tmpdir(), "srgb-"));
  try {
    const path = join(directory, "srgb.icc");
    writeFileSync(path, profile);
    const samples = Buffer.from(Array.from({ length: 3 * 256 }, (_, index) => (index * 89) % 256));
    const image = sharp(samples, { raw: { width: 256, height: 1, channels: 3 } });
    const converted = await image.withIccProfile(path).png().toBuffer();
    const after = await sharp(converted, { ignoreIcc: true }).removeAlpha().raw().toBuffer();
    expect(Math.max(...after.map((value, index) => Math.abs(value - (samples[index] ?? 0))))).toBeLessThanOrEqual(1);
  } finally {
    rmSync(directory, { recursive: true });
  }
});

test("the profile is the same each time", () => {
  expect(Buffer.compare(profile, Buffer.from(srgbProfile()))).toBe(0);
});
