/** The objects of a small PDF, written by hand in any order and put together in memory. */
export class PdfDraft {
  readonly #bodies: string[] = [];

  /** Reserves the number of an object whose body is known later. */
  reserve(): number {
    return this.#bodies.push("null");
  }

  /** Sets the body of an object, with one character per byte. */
  set(number: number, body: string): void {
    this.#bodies[number - 1] = body;
  }

  add(body: string): number {
    return this.#bodies.push(body);
  }

  /** Adds a stream; `entries` are those of the dictionary, except the length. */
  stream(entries: string, data: string): number {
    return this.add(`<< ${entries} /Length ${data.length} >>\nstream\n${data}\nendstream`);
  }

  /** Returns the file, with a cross-reference table. */
  bytes(catalog: number): Buffer {
    let file = "%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n";
    const offsets = this.#bodies.map((body, index) => {
      const offset = file.length;
      file += `${index + 1} 0 obj\n${body}\nendobj\n`;
      return offset;
    });
    const entries = offsets.map((offset) => `${String(offset).padStart(10, "0")} 00000 n \n`);
    const size = entries.length + 1;
    const trailer = `trailer\n<< /Size ${size} /Root ${catalog} 0 R >>\nstartxref\n${file.length}\n%%EOF\n`;
    return Buffer.from(`${file}xref\n0 ${size}\n0000000000 65535 f \n${entries.join("")}${trailer}`, "latin1");
  }
}
