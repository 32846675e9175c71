import type { TemplateContent } from "../../store/template-store.ts";

/** A template that every account begins with. */
export type Starter = TemplateContent & { readonly slug: string };

/*
 * JSON Schemas of the template's variables. Null is equivalent to absent where a variable is optional; a number may be
 * given as text, and a text such as an invoice's number may be a number.
 */

export const text = { type: "string" } as const;
export const textOrNumber = { type: ["string", "number"] } as const;
export const optional = { type: ["string", "number", "null"] } as const;
export const optionalCurrency = { type: ["string", "null"], pattern: "^[A-Za-z]{3}$" } as const;
