import { type CosDirect, type Dict, resolve } from "../objects.ts";

/** The categories of a resource dictionary (ISO 32000-2, 7.8.3, table 34). */
export type ResourceCategory = "ExtGState" | "ColorSpace" | "Pattern" | "Shading" | "XObject" | "Font" | "Properties";

/** Returns the resource of that name; null when the dictionary has none. */
export const resource = (resources: Dict | undefined, category: ResourceCategory, name: string): CosDirect =>
  resolve(resources?.dict(category)?.raw(name));
