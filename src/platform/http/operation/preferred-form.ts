import type { FileOperation } from "../../../operations/operation.ts";

/**
 * Returns the field that makes the result a file, for a client whose Accept names only types of that file (contract
 * §8). Returns undefined when the client takes JSON, or says nothing.
 */
export function fileChoice(
  { asFile, produces }: Pick<FileOperation, "asFile" | "produces">,
  accept: string | undefined,
): NonNullable<FileOperation["asFile"]> | undefined {
  const accepted = (accept ?? "")
    .split(",")
    .map((range) => range.split(";", 1).join("").trim().toLowerCase())
    .filter((range) => range !== "");
  const isFile = (range: string): boolean => range !== "application/json" && produces.includes(range);
  return accepted.length > 0 && accepted.every(isFile) ? asFile : undefined;
}
