import type { Dice } from "../../../fuzz/dice.ts";
import type { PlainFile } from "../plain-file.ts";
import { dictionariesOf, type Found, type Role } from "../roles.ts";

/** One change of a document. */
export interface Mutation {
  readonly kind: string;
  /** Changes the file, and says in a few words how; undefined where it has nothing that could be changed so. */
  apply(file: PlainFile, dice: Dice): string | undefined;
}

/** Chooses a role that the file has, each as often as the others, then one of its dictionaries. */
export function someDictionary(
  file: PlainFile,
  dice: Dice,
  isMeant: (found: Found) => boolean = () => true,
): Found | undefined {
  const byRole = new Map<Role, Found[]>();
  for (const found of dictionariesOf(file).filter(isMeant)) {
    byRole.set(found.role, [...(byRole.get(found.role) ?? []), found]);
  }
  return byRole.size === 0 ? undefined : dice.pick(dice.pick([...byRole.values()]));
}
