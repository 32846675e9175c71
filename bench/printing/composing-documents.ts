import { seededRandom } from "../measuring/random.ts";

/* Content that is made into documents: the same each time. */

const WORDS =
  "invoice order total amount customer address delivery payment terms quantity price discount item shipping warranty".split(
    " ",
  );

const wordsOf = (random: () => number, count: number): string =>
  Array.from({ length: count }, () => WORDS[Math.floor(random() * WORDS.length)]).join(" ");

/** Returns paragraphs of plain text, of about so many characters. */
export function plainText(characters: number): string {
  const random = seededRandom(1);
  const paragraphs: string[] = [];
  for (let length = 0; length < characters; length += paragraphs.at(-1)?.length ?? 0) {
    paragraphs.push(`${wordsOf(random, 40 + Math.floor(random() * 60))}.\n\n`);
  }
  return paragraphs.join("").slice(0, characters);
}

/** Returns about ten pages of Markdown with headings, lists, code and tables. */
export function markdownOfTenPages(): string {
  const random = seededRandom(2);
  const row = (): string => `| ${wordsOf(random, 2)} | ${Math.floor(random() * 1000)} | ${wordsOf(random, 4)} |`;
  const rows = (count: number): string => Array.from({ length: count }, row).join("\n");
  const section = (number: number): string => `## Section ${number}: ${wordsOf(random, 3)}

${wordsOf(random, 90)}, *${wordsOf(random, 2)}* and **${wordsOf(random, 3)}**.

- ${wordsOf(random, 12)}
- ${wordsOf(random, 9)} with \`code\`

\`\`\`ts
interface Order { readonly id: number; readonly items: readonly string[] }
export function totalOf${number}(orders: readonly Order[]): number {
  // ${wordsOf(random, 6)}
  return orders.reduce((sum, { items }) => sum + items.length, ${number});
}
\`\`\`

| Name | Count | Remark |
|---|--:|---|
${rows(8)}

${wordsOf(random, 120)}.
`;
  return `# ${wordsOf(random, 4)}\n\n${Array.from({ length: 16 }, (_, index) => section(index + 1)).join("\n")}`;
}

/** Returns `count` orders, as the interface of a shop would return them. */
export const orders = (count: number) =>
  Array.from({ length: count }, (_, index) => ({
    id: index + 1,
    customer: `Customer ${(index * 7919) % 977}`,
    city: ["Lisbon", "Oslo", "Kraków", "Porto"][index % 4],
    status: ["active", "pending", "failed"][index % 3],
    amount: ((index * 7919) % 100_000) / 100,
    created_at: `2026-0${1 + (index % 9)}-1${index % 10}`,
  }));
