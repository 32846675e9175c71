import { objectWalk } from "../file/object-walk.ts";
import { crossReferenceRules } from "./file-structure/cross-reference.ts";
import { headerRules } from "./file-structure/header.ts";
import { nameRules } from "./file-structure/names.ts";
import { objectRules } from "./file-structure/objects.ts";
import { streamRules } from "./file-structure/streams.ts";
import { trailerRules } from "./file-structure/trailer.ts";
import type { RuleGroup } from "./rule-group.ts";
import { tokenRules } from "./token-rules.ts";

/** The rules of ISO 19005, 6.1, on how a file and its objects are written. */
export const fileStructure: RuleGroup = {
  name: "file-structure",
  rules: [
    ...headerRules,
    ...trailerRules,
    ...crossReferenceRules,
    ...objectRules,
    ...streamRules,
    ...nameRules,
    ...tokenRules("object"),
    ...tokenRules("trailer"),
  ],
  begin: objectWalk,
};
