import { closeSync, openSync } from "node:fs";
import { writeAll } from "../measuring/write-all.ts";

const CHUNK_BYTES = 2 ** 20;
/** The entry of the cross-reference table for a number that no object has. */
const FREE = "0000000000 65535 f \n";

/** Writes the objects of a PDF in any order, and its cross-reference table. */
export class ObjectFile implements Disposable {
  readonly #file: number;
  readonly #offsets: number[] = [];
  #chunks: Buffer[] = [];
  #pendingBytes = 0;
  #offset = 0;

  constructor(path: string) {
    this.#file = openSync(path, "w");
    this.#write(Buffer.from("%PDF-1.7\n%\xb5\xb5\xb5\xb5\n", "latin1"));
  }

  object(number: number, body: string): void {
    this.#offsets[number] = this.#offset;
    this.#write(Buffer.from(`${number} 0 obj\n${body}\nendobj\n`, "latin1"));
  }

  stream(number: number, entries: string, data: Buffer): void {
    this.#offsets[number] = this.#offset;
    this.#write(Buffer.from(`${number} 0 obj\n<< ${entries} /Length ${data.length} >>\nstream\n`, "latin1"));
    this.#write(data);
    this.#write(Buffer.from("\nendstream\nendobj\n", "latin1"));
  }

  end(catalog: number): void {
    const startxref = this.#offset;
    const entries = Array.from(this.#offsets, (offset: number | undefined) =>
      offset === undefined ? FREE : `${String(offset).padStart(10, "0")} 00000 n \n`,
    ).slice(1);
    const size = entries.length + 1;
    const id = "<00112233445566778899AABBCCDDEEFF>";
    this.#write(Buffer.from(`xref\n0 ${size}\n0000000000 65535 f \n${entries.join("")}`));
    this.#write(
      Buffer.from(
        `trailer\n<< /Size ${size} /Root ${catalog} 0 R /ID [ ${id} ${id} ] >>\nstartxref\n${startxref}\n%%EOF\n`,
      ),
    );
    this.#flush();
  }

  [Symbol.dispose](): void {
    closeSync(this.#file);
  }

  #write(bytes: Buffer): void {
    this.#offset += bytes.length;
    this.#chunks.push(bytes);
    this.#pendingBytes += bytes.length;
    if (this.#pendingBytes >= CHUNK_BYTES) {
      this.#flush();
    }
  }

  #flush(): void {
    writeAll(this.#file, Buffer.concat(this.#chunks));
    this.#chunks = [];
    this.#pendingBytes = 0;
  }
}
