/** Makes a box (ISO/IEC 15444-1, I.4): length, type, contents. */
export function box(type: string, ...contents: readonly (readonly number[] | Uint8Array)[]): Uint8Array {
  const data = Buffer.concat(contents.map((content) => Buffer.from(content)));
  const head = Buffer.alloc(8);
  head.writeUInt32BE(data.length + 8, 0);
  head.write(type, 4, "latin1");
  return Buffer.concat([head, data]);
}

export interface MadeJp2 {
  readonly components?: number;
  /** The bits of every component; 255 for depths that differ. */
  readonly bits?: number;
  /** The method, approximation and enumerated space of each colour specification. */
  readonly colours?: readonly (readonly [number, number, number])[];
  /** Further boxes of the header. */
  readonly more?: readonly Uint8Array[];
}

/** Makes a JP2 file that has a header, but no picture. */
export function jp2({ components = 3, bits = 8, colours = [[1, 0, 16]], more = [] }: MadeJp2 = {}): Uint8Array {
  const depth = bits === 255 ? 255 : bits - 1;
  return Buffer.concat([
    box("jP  ", [0x0d, 0x0a, 0x87, 0x0a]),
    box(
      "jp2h",
      box("ihdr", [0, 0, 0, 1, 0, 0, 0, 1, 0, components, depth, 7, 0, 0]),
      ...colours.map(([method, approximation, space]) => box("colr", [method, 0, approximation, 0, 0, 0, space])),
      ...more,
    ),
  ]);
}
