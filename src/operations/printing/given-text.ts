import { assert } from "../../kernel/assert.ts";
import { InvalidContent } from "../../kernel/faults.ts";
import type { Content, ContentFile } from "../operation.ts";

/**
 * Returns the text that an operation is given, by whichever field.
 * @throws InvalidContent when it is empty
 */
export function givenText({ file }: Content): ContentFile {
  assert(file !== undefined, "one of the sources is given");
  if (file.sizeBytes === 0) {
    const fault = {
      type: "string_too_short",
      message: "String should have at least 1 character",
      context: { min_length: 1 },
    } as const;
    throw new InvalidContent([{ fault, path: [file.sentAs ?? file.source] }]);
  }
  return file;
}
