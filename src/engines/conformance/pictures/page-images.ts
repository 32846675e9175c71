import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { crc32, deflateSync } from "node:zlib";
import { HARBOUR } from "../text-engine.ts";
import { drawPageTo, type PageDrawing } from "./drawn-page.ts";

/** Page images, in a directory that is removed with the tests. */
export class ImageDesk {
  readonly #directory = mkdtempSync(join(tmpdir(), "quire-images-"));

  remove(): void {
    rmSync(this.#directory, { recursive: true });
  }

  path(name: string): string {
    return join(mkdtempSync(join(this.#directory, "image-")), name);
  }

  /** Draws the harbour page to the file `name`, with ImageMagick's settings `finish`. */
  draw(name: string, finish: readonly string[] = [], drawing: PageDrawing = HARBOUR): Promise<string> {
    return drawPageTo(this.path(name), { ...drawing, finish });
  }

  write(name: string, content: string | Uint8Array): string {
    const path = this.path(name);
    writeFileSync(path, content);
    return path;
  }
}

/** Returns a PNG of one bit that announces its size, and has hardly any pixels. */
export function headerOnlyPng(widthPx: number, heightPx: number): Buffer {
  const header = Buffer.alloc(13);
  header.writeUInt32BE(widthPx, 0);
  header.writeUInt32BE(heightPx, 4);
  header[8] = 1;
  return pngOf(header, deflateSync(Buffer.alloc(100)));
}

/** Returns a PNG of one bit with all its pixels, white. */
export function whitePng(widthPx: number, heightPx: number): Buffer {
  const header = Buffer.from(headerOnlyPng(widthPx, heightPx).subarray(16, 29));
  const row = Buffer.alloc(1 + Math.ceil(widthPx / 8), 0xff).fill(0, 0, 1);
  return pngOf(header, deflateSync(Buffer.concat(Array.from({ length: heightPx }, () => row))));
}

const pngOf = (header: Buffer, pixels: Buffer): Buffer =>
  Buffer.concat([
    Buffer.from("\x89PNG\r\n\x1a\n", "latin1"),
    chunk("IHDR", header),
    chunk("IDAT", pixels),
    chunk("IEND", Buffer.alloc(0)),
  ]);

function chunk(type: string, data: Buffer): Buffer {
  const typed = Buffer.concat([Buffer.from(type), data]);
  const [length, checksum] = [Buffer.alloc(4), Buffer.alloc(4)];
  length.writeUInt32BE(data.length);
  checksum.writeUInt32BE(crc32(typed));
  return Buffer.concat([length, typed, checksum]);
}

/** Returns the JPEG with an EXIF segment that contains only the orientation (EXIF 2.32, 4.6.4). */
export function withOrientation(jpeg: Buffer, orientation: number): Buffer {
  const directory = Buffer.from("II*\0\x08\0\0\0\x01\0\x12\x01\x03\0\x01\0\0\0\0\0\0\0\0\0\0\0", "latin1");
  directory.writeUInt16LE(orientation, 18);
  const exif = Buffer.concat([Buffer.from("Exif\0\0"), directory]);
  const marker = Buffer.from([0xff, 0xe1, 0, exif.length + 2]);
  return Buffer.concat([jpeg.subarray(0, 2), marker, exif, jpeg.subarray(2)]);
}
