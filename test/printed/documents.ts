import { HTML_DOCUMENTS } from "./html-documents.ts";
import { MARKDOWN_DOCUMENTS } from "./markdown-documents.ts";
import type { PrintedCase } from "./printed-case.ts";

const text = (name: string, content: string, options: object = {}): PrintedCase => ({
  name: `text: ${name}`,
  path: "/api/v1/convert/text-to-pdf",
  value: { text: content, ...options },
});

const TEXT_DOCUMENTS: readonly PrintedCase[] = [
  text("a letter", "Dear reader,\n\nthis is a letter.\n\n\tIndented.\n\nYours\n"),
  text("pages with furniture", `${"A line of a long text that is set again and again.\n".repeat(90)}\fA new page`, {
    show_page_numbers: true,
    header_text: "Head",
    footer_text: "Foot",
  }),
  text("many scripts", "Größe “naïve” текст Ελλάδα\n漢字かな交じり文\nمرحبا بالعالم\nשלום עולם\nहिन्दी ไทย\n"),
  text("emoji in monospace", "😀 👩‍👩‍👧 🇩🇪\n\tx = 1 → 2\n", { font_family: "mono" }),
  text("a large serif", "Big\n\nand serif.", {
    font_family: "serif",
    font_size: 30,
    alignment: "justify",
    title: "Big",
  }),
  text("many sections", "page\f".repeat(520), { show_page_numbers: true }),
];

const json = (name: string, data: unknown, options: object = {}): PrintedCase => ({
  name: `json: ${name}`,
  path: "/api/v1/convert/json-to-pdf",
  value: { json_data: data, ...options },
});

const orders = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    ordered_on: `2026-0${1 + (index % 9)}-1${index % 9}`,
    customer: `Customer ${index}`,
    status: ["active", "pending", "failed"][index % 3],
    amount: ((index * 7919) % 100_000) / 100,
  }));

const JSON_DOCUMENTS: readonly PrintedCase[] = [
  json("orders", orders(12), { title: "Orders", subtitle: "Spring" }),
  json("a long table", orders(300), { title: "Orders", show_page_numbers: true }),
  json("a record", { name: "Ada", active: true, score: 4.5, note: null, address: { city: "Łódź", zip: "90-001" } }),
  json("nested", {
    title: "Nested",
    items: orders(3),
    tags: ["a", "b", "c"],
    deep: { deeper: { deepest: { x: 1, list: [1, 2, [3, 4]] } } },
  }),
  json("totals", orders(8), {
    columns: [{ key: "customer" }, { key: "amount", label: "Amount", format: "currency", total: true }],
    table_style: "modern",
  }),
  json("cards", [
    Object.fromEntries(Array.from({ length: 40 }, (_, n) => [`column_${n}`, `value ${n} of a wide record`])),
  ]),
  json("scalars", ["one", 2, true, null, "مرحبا", "漢字", "😀"]),
  json("empty values", { empty: [], none: {}, blank: "", rows: [{}, { a: 1 }] }),
];

const template = (name: string, slug: string, variables: object, options: object = {}): PrintedCase => ({
  name: `template: ${name}`,
  path: "/api/v1/pdf/from-template",
  value: { template_slug: slug, variables, ...options },
});

const INVOICE = {
  company_name: "Example & Co",
  invoice_number: "INV-1",
  items: [
    { description: "Work", quantity: 2, price: 100 },
    { description: "Parts", quantity: 10, price: 2.5 },
  ],
  total: 225,
  due_date: "2026-04-01",
  client_name: "A. Client",
  client_address: "2 Low Street",
};

const RECEIPT = {
  company_name: "Corner Café",
  receipt_number: "R-1",
  date: "2026-03-14",
  items: [{ description: "Espresso", quantity: 2, price: 2.4 }],
  total: 4.8,
};

const TEMPLATE_DOCUMENTS: readonly PrintedCase[] = [
  template("an invoice", "invoice-standard", INVOICE),
  template("a long invoice", "invoice-standard", {
    ...INVOICE,
    items: Array.from({ length: 90 }, (_, index) => ({ description: `Item ${index}`, quantity: index, price: 3 })),
  }),
  template("an invoice in other scripts", "invoice-standard", {
    ...INVOICE,
    company_name: "شركة 株式会社",
    client_name: "Ωμέγα 😀",
  }),
  template("a receipt", "receipt-minimal", RECEIPT),
  template("a receipt with page numbers", "receipt-minimal", RECEIPT, {
    show_page_numbers: true,
    footer_text: "Thanks",
  }),
  template("a receipt on letter paper", "receipt-minimal", RECEIPT, { page_size: "Letter", title: "Receipt" }),
];

/** 60 documents of all operations that print. */
export const DOCUMENTS: readonly PrintedCase[] = [
  ...HTML_DOCUMENTS,
  ...MARKDOWN_DOCUMENTS,
  ...TEXT_DOCUMENTS,
  ...JSON_DOCUMENTS,
  ...TEMPLATE_DOCUMENTS,
];
