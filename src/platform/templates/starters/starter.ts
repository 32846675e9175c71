import type { TemplateContent } from "../../store/template-store.ts";
import { HOUSE_STYLE, STATIONERY_PAGE, STATIONERY_STYLE } from "./house-style.ts";
import { labelsOf } from "./labels/labels.ts";

/** A template that every account begins with. */
export type Starter = TemplateContent & { readonly slug: string };

/** What one starter says of itself. */
type Declared = Pick<Starter, "slug" | "name" | "description" | "content" | "variablesSchema" | "sample"> &
  Partial<Pick<Starter, "css" | "footerHtml" | "page">>;

/** Makes a starter of its declaration: in the house style, with the labels that its texts name. */
export function starter({ css = "", footerHtml = "", page = {}, ...declared }: Declared): Starter {
  return {
    ...declared,
    format: "html",
    css: HOUSE_STYLE + css,
    headerHtml: "",
    footerHtml,
    page,
    labels: labelsOf([declared.content, footerHtml]),
  };
}

/** Makes a starter of what goes by post. */
export const stationery = ({ css = "", ...declared }: Omit<Declared, "page">): Starter =>
  starter({ ...declared, css: STATIONERY_STYLE + css, page: STATIONERY_PAGE });

/*
 * JSON Schemas of the template's variables. Null is equivalent to absent where a variable is optional; a number may be
 * given as text, and a text such as an invoice's number may be a number.
 */

export const text = { type: "string" } as const;
export const textOrNumber = { type: ["string", "number"] } as const;
export const optional = { type: ["string", "number", "null"] } as const;
const optionalCurrency = { type: ["string", "null"], pattern: "^[A-Za-z]{3}$" } as const;
/** A picture is part of the document: nothing is fetched. */
export const optionalPicture = {
  type: ["string", "null"],
  pattern: "^data:image/(png|jpeg|webp|gif|svg\\+xml)[;,]",
  description: "A data: URL of a PNG, JPEG, WebP, GIF or SVG picture.",
} as const;
const optionalColour = {
  type: ["string", "null"],
  pattern: "^#[0-9A-Fa-f]{6}$",
  description: "A colour such as #1f4b8f.",
} as const;

type Properties = Readonly<Record<string, object>>;

/** Returns the schema of an object of `required` and `optionalOnes` members; others may be there. */
export const objectOf = (required: Properties, optionalOnes: Properties = {}) => ({
  type: "object",
  required: Object.keys(required),
  properties: { ...required, ...optionalOnes },
});

/** Returns the schema of the variables of a starter. */
export const variablesOf = (
  required: Properties,
  optionalOnes: Properties = {},
): NonNullable<Starter["variablesSchema"]> => ({
  $schema: "https://json-schema.org/draft/2020-12/schema",
  ...objectOf(required, { ...optionalOnes, accent_color: optionalColour }),
});

export const optionals = (...names: readonly string[]): Properties =>
  Object.fromEntries(names.map((name) => [name, optional]));

/** A list that may be left out. */
const optionalList = (items: object) => ({ type: ["array", "null"], items });

export const LOGO: Properties = { logo: optionalPicture, logo_alt: optional };

/** What a letterhead says of its sender besides the name. */
export const SENDER: Properties = {
  ...LOGO,
  ...optionals("company_address", "company_email", "company_phone", "company_website", "company_tax_id"),
};

export const PRICED: Properties = {
  currency_code: optionalCurrency,
  ...optionals("subtotal", "discount", "shipping", "tax", "tax_label"),
  taxes: optionalList(objectOf({ label: text, amount: textOrNumber })),
};

export const PAYING: Properties = {
  ...optionals("payment_details", "account_name", "bank_name", "iban", "bic", "payment_reference", "notes"),
  payment_qr: optionalPicture,
  payment_qr_alt: optional,
};

export const CURRENCY: Properties = { currency_code: optionalCurrency };

/** Goods and services with their prices. */
export const PRICED_ITEMS = {
  type: "array",
  items: objectOf(
    { description: textOrNumber, quantity: textOrNumber, price: textOrNumber },
    optionals("note", "unit", "amount"),
  ),
} as const;
