/** Reads text in which a number is the code of the name after it, and each further name has the next code. */
export function codeTable(text: string): ReadonlyMap<number, string> {
  const names = new Map<number, string>();
  let code = 0;
  for (const word of text.trim().split(/\s+/)) {
    if (/^\d/.test(word)) {
      code = Number(word);
    } else {
      names.set(code, word);
      code += 1;
    }
  }
  return names;
}

/** Returns the codes of names; of several codes with the same name, the lowest. */
export function codesByName(table: ReadonlyMap<number, string>): ReadonlyMap<string, number> {
  const codes = new Map<string, number>();
  for (const [code, name] of table) {
    codes.set(name, Math.min(code, codes.get(name) ?? code));
  }
  return codes;
}

/** Returns a function that computes a value at its first call and keeps it. */
export function lazy<Value>(compute: () => Value): () => Value {
  let made: { readonly value: Value } | undefined;
  return () => {
    made ??= { value: compute() };
    return made.value;
  };
}
