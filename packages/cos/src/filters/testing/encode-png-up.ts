/** Encodes rows with the PNG filter Up (predictor 12), as cross-reference streams have it. */
export function encodePngUp(bytes: Uint8Array, columns: number): Uint8Array {
  const rows = Math.ceil(bytes.length / columns);
  const output = new Uint8Array(bytes.length + rows);
  let written = 0;
  for (let index = 0; index < bytes.length; index++) {
    if (index % columns === 0) {
      output[written++] = 2;
    }
    output[written++] = (bytes[index] ?? 0) - (index < columns ? 0 : (bytes[index - columns] ?? 0));
  }
  return output;
}
