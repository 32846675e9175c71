/** Returns the indices of named glyphs; the first glyph of a name counts. */
export function glyphsByName(names: readonly (string | undefined)[]): ReadonlyMap<string, number> {
  const glyphs = new Map<string, number>();
  for (const [glyph, name] of names.entries()) {
    if (name !== undefined && !glyphs.has(name)) {
      glyphs.set(name, glyph);
    }
  }
  return glyphs;
}
