import { randomBytes } from "node:crypto";
import { once } from "node:events";
import { createWriteStream, type WriteStream } from "node:fs";
import { deflateSync } from "node:zlib";
import { seededRandom } from "../measuring/random.ts";

const CHUNK_BYTES = 1024 ** 2;
const LINES = 52;

/** Writes a PDF of `pages` Letter pages full of words in Helvetica. */
export async function writeTextDocument(path: string, { pages, seed }: { pages: number; seed: number }): Promise<void> {
  const random = seededRandom(seed);
  await using document = new DocumentWriter(path);
  const kids = Array.from({ length: pages }, (_, index) => `${4 + 2 * index} 0 R`);
  await document.object(1, "<</Type/Catalog/Pages 2 0 R>>");
  await document.object(2, `<</Type/Pages/Count ${pages}/Kids[${kids.join(" ")}]>>`);
  await document.object(3, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica/Encoding/WinAnsiEncoding>>");
  for (let index = 0; index < pages; index += 1) {
    const content = deflateSync(pageOfText(random));
    await document.object(4 + 2 * index, page(5 + 2 * index));
    await document.object(5 + 2 * index, `<</Filter/FlateDecode/Length ${content.length}>>`, [content]);
  }
}

/** Writes a PDF of `pages` pages with a line of text and a grey noise image of `imageSide` squared bytes each. */
export async function writeIllustratedDocument(
  path: string,
  { pages, imageSide }: { pages: number; imageSide: number },
): Promise<void> {
  await using document = new DocumentWriter(path);
  const content = Buffer.from("q 400 0 0 400 72 200 cm /I Do Q BT /F 24 Tf 72 700 Td (A page and its picture) Tj ET");
  const image = `/Subtype/Image/Width ${imageSide}/Height ${imageSide}/ColorSpace/DeviceGray/BitsPerComponent 8`;
  const kids = Array.from({ length: pages }, (_, index) => `${4 + 3 * index} 0 R`);
  await document.object(1, "<</Type/Catalog/Pages 2 0 R>>");
  await document.object(2, `<</Type/Pages/Count ${pages}/Kids[${kids.join(" ")}]>>`);
  await document.object(3, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>");
  for (let index = 0; index < pages; index += 1) {
    const first = 4 + 3 * index;
    await document.object(first, page(first + 1, `/XObject<</I ${first + 2} 0 R>>`));
    await document.object(first + 1, `<</Length ${content.length}>>`, [content]);
    const noise = randomBytes(imageSide ** 2);
    await document.object(first + 2, `<</Type/XObject${image}/Length ${noise.length}>>`, [noise]);
  }
}

/** Writes a PDF of one line of text with an attached file of `attachmentBytes` bytes that cannot be compressed. */
export async function writeDocumentWithAttachment(path: string, attachmentBytes: number): Promise<void> {
  await using document = new DocumentWriter(path);
  const content = Buffer.from("BT /F 24 Tf 72 700 Td (One page and an attachment) Tj ET");
  const chunks = Array.from({ length: Math.ceil(attachmentBytes / CHUNK_BYTES) }, () => CHUNK_BYTES);
  const bytes = chunks.length * CHUNK_BYTES;
  const chunk = randomBytes(CHUNK_BYTES);
  await document.object(1, "<</Type/Catalog/Pages 2 0 R/Names<</EmbeddedFiles<</Names[(data)6 0 R]>>>>>>");
  await document.object(2, "<</Type/Pages/Count 1/Kids[4 0 R]>>");
  await document.object(3, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>");
  await document.object(4, page(5));
  await document.object(5, `<</Length ${content.length}>>`, [content]);
  await document.object(6, "<</Type/Filespec/F(data)/UF(data)/EF<</F 7 0 R>>>>");
  await document.object(
    7,
    `<</Type/EmbeddedFile/Length ${bytes}>>`,
    chunks.map(() => chunk),
  );
}

/** Writes the smallest document that is worth a request: one page, one line. */
export async function writeTinyDocument(path: string): Promise<void> {
  await using document = new DocumentWriter(path);
  const content = Buffer.from("BT /F 24 Tf 72 700 Td (One line) Tj ET");
  await document.object(1, "<</Type/Catalog/Pages 2 0 R>>");
  await document.object(2, "<</Type/Pages/Count 1/Kids[4 0 R]>>");
  await document.object(3, "<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>");
  await document.object(4, page(5));
  await document.object(5, `<</Length ${content.length}>>`, [content]);
}

function page(contents: number, furtherResources = ""): string {
  const resources = `<</Font<</F 3 0 R>>${furtherResources}>>`;
  return `<</Type/Page/Parent 2 0 R/MediaBox[0 0 612 792]/Resources${resources}/Contents ${contents} 0 R>>`;
}

function pageOfText(random: () => number): Buffer {
  const lines = Array.from({ length: LINES }, () => {
    const words = Array.from({ length: 12 }, () => Math.floor(random() * 36 ** 5).toString(36));
    return `(${words.join(" ")}) Tj T*`;
  });
  return Buffer.from(`BT /F 11 Tf 13 TL 72 730 Td ${lines.join("\n")} ET`);
}

/** Writes the objects of a PDF as they come, numbered from 1, and its cross-reference table when disposed of. */
class DocumentWriter implements AsyncDisposable {
  readonly #stream: WriteStream;
  readonly #offsets: number[] = [];
  #offset = 0;

  constructor(path: string) {
    this.#stream = createWriteStream(path);
  }

  /** Writes an object; `streamData` follows the dictionary `body` as its stream. */
  async object(number: number, body: string, streamData?: readonly Buffer[]): Promise<void> {
    if (this.#offset === 0) {
      await this.#write(Buffer.from("%PDF-1.7\n%\xe2\xe3\xcf\xd3\n", "latin1"));
    }
    this.#offsets.push(this.#offset);
    if (this.#offsets.length !== number) {
      throw new Error(`Object ${number} is written out of order.`);
    }
    await this.#write(Buffer.from(`${number} 0 obj\n${body}\n`));
    if (streamData !== undefined) {
      await this.#write(Buffer.from("stream\n"));
      for (const part of streamData) {
        await this.#write(part);
      }
      await this.#write(Buffer.from("\nendstream\n"));
    }
    await this.#write(Buffer.from("endobj\n"));
  }

  async [Symbol.asyncDispose](): Promise<void> {
    const entries = this.#offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
    const size = entries.length + 1;
    const table = `xref\n0 ${size}\n0000000000 65535 f \n${entries.join("")}`;
    this.#stream.end(`${table}trailer\n<</Size ${size}/Root 1 0 R>>\nstartxref\n${this.#offset}\n%%EOF\n`);
    await once(this.#stream, "close");
  }

  async #write(bytes: Buffer): Promise<void> {
    this.#offset += bytes.length;
    if (!this.#stream.write(bytes)) {
      await once(this.#stream, "drain");
    }
  }
}
