/** Keeps a file as if a link to it had been followed. */
export function save(blob: Blob, filename: string): void {
  const address = URL.createObjectURL(blob);
  const link = document.createElement("a");
  link.href = address;
  link.download = filename;
  link.click();
  // The browser takes the address after this turn.
  setTimeout(() => URL.revokeObjectURL(address), 10_000);
}
