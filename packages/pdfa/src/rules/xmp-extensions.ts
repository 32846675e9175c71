import { xmpWalk } from "../xmp/walk.ts";
import type { RuleGroup } from "./rule-group.ts";
import { extensionContainer, extensionFields, undefinedExtensionFields } from "./xmp/extensions.ts";

/** The rules of ISO 19005-1, 6.7.8; ISO 19005-2 and -3, 6.6.2.3.2 and 6.6.2.3.3. */
export const xmpExtensions: RuleGroup = {
  name: "xmp-extensions",
  rules: [undefinedExtensionFields, extensionContainer, ...extensionFields],
  begin: xmpWalk,
};
