import { isUtf8 } from "node:buffer";
import { asDict, type CosValue, Name, resolve } from "@quire/cos";
import { rule } from "../rule.ts";

const IDS = { "2": "6.1.8-1", "3": "6.1.8-1", "4": "6.1.7-1" } as const;

/** Returns whether a name is valid UTF-8; names have one character for each of their bytes. */
const isValid = (name: string): boolean => isUtf8(Buffer.from(name, "latin1"));

/** The rules on names that people may see: ISO 19005-2 and -3, 6.1.8; ISO 19005-4, 6.1.7. */
export const nameRules = [
  rule({
    key: "font-name-utf-8",
    on: "dictionary",
    ids: IDS,
    requirement: "The names of fonts are valid UTF-8.",
    message: "The name of a font is not valid UTF-8",
    hint: "Rename the font, in BaseFont and FontName of all its dictionaries, with ASCII characters; printer drivers write such names in the encoding of the system.",
    fix: "font",
    conversion: "mends",
    // Unused fonts count too.
    test(dict) {
      const name = dict.entries.has("BaseFont") ? (dict.name("BaseFont") ?? "") : "";
      return isValid(name) || { broken: name };
    },
  }),
  rule({
    key: "colorant-name-utf-8",
    on: "colorant",
    ids: IDS,
    requirement: "The names of colorants in Separation and DeviceN colour spaces are valid UTF-8.",
    message: "The name of a colorant is not valid UTF-8",
    hint: "Rename the colorant in all colour spaces: call the swatch in the layout program by a name of ASCII characters, and export again.",
    fix: "dictionary",
    test: (name) => isValid(name) || { broken: name },
  }),
  rule({
    key: "structure-type-utf-8",
    on: "structure-element",
    ids: IDS,
    requirement: "The names of structure types are valid UTF-8.",
    message: "The name of a structure type is not valid UTF-8",
    hint: "Rename the structure type in all elements and in the role map: call the paragraph style in its source by a name of ASCII characters, and export again.",
    fix: "dictionary",
    test: ({ type }) => isValid(type) || { broken: type },
  }),
  rule({
    key: "role-map-utf-8",
    on: "catalog",
    ids: IDS,
    requirement: "The names in the role map are valid UTF-8.",
    message: "A name in the role map is not valid UTF-8",
    hint: "Rename the structure type in the role map and in all elements: call the paragraph style in its source by a name of ASCII characters, and export again.",
    fix: "dictionary",
    test(catalog, { bounds }) {
      const tree = catalog.dict("StructTreeRoot");
      // ISO 32000-2, 14.8.6: in part 4, each namespace may have a role map.
      const ofNamespaces = tree?.array("Namespaces")?.map((namespace) => asDict(resolve(namespace))?.dict("RoleMapNS"));
      for (const roles of [tree?.dict("RoleMap"), ...(ofNamespaces ?? [])]) {
        for (const [type, role] of roles?.entries ?? []) {
          bounds.step();
          const invalid = [type, roleName(role)].find((name) => !isValid(name));
          if (invalid !== undefined) {
            return { broken: invalid };
          }
        }
      }
      return true;
    },
  }),
];

/** Returns the name of a role. A role in another namespace is an array of the name and the namespace. */
function roleName(raw: CosValue): string {
  const value = resolve(raw);
  const role = Array.isArray(value) && value[0] !== undefined ? resolve(value[0]) : value;
  return role instanceof Name ? role.value : "";
}
