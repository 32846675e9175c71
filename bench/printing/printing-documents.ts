/* Documents that are printed repeatedly: an invoice of one page, a table of five, and sizes in between. */

const STYLE = `<style>
  @page { size: A4; margin: 20mm }
  body { font: 10pt/1.4 sans-serif; color: #222 }
  h1 { font-size: 18pt; color: #24476b }
  table { width: 100%; border-collapse: collapse }
  th { text-align: left; border-bottom: 1px solid #24476b }
  td { padding: 4px 0; border-bottom: 1px solid #ddd }
  .number { text-align: right }
  address { float: right; font-style: normal; text-align: right }
</style>`;

const head = (title: string): string =>
  `<!doctype html><html lang="en"><meta charset="utf-8"><title>${title}</title>${STYLE}`;

/** Returns an invoice. No two are the same, as those of customers are not. */
export function invoice(number: number): string {
  const rows = Array.from({ length: 12 }, (_, index) => invoiceRow(number, index)).join("");
  return `${invoiceHead(number)}<tbody>${rows}</tbody></table><p>Payable within 30 days.</p>`;
}

/** Returns the same invoice with its rows made by script. */
export function scriptedInvoice(number: number): string {
  return `${invoiceHead(number)}<tbody id="rows"></tbody></table><p>Payable within 30 days.</p><script>
    for (let index = 0; index < 12; index++) {
      const row = document.getElementById("rows").insertRow();
      for (const text of ["Item " + (index + 1) + " of order ${number}", index + 1, (index * 7 + ${number} % 90).toFixed(2)]) {
        row.insertCell().textContent = text;
      }
    }
  </script>`;
}

const invoiceHead = (number: number): string => `${head(`Invoice ${number}`)}
  <address>Example Ltd<br>1 Sample Street<br>Sampletown</address>
  <h1>Invoice ${number}</h1><p>To: Customer ${number % 97}</p>
  <table><thead><tr><th>Item</th><th class="number">Quantity</th><th class="number">Price</th></tr></thead>`;

const invoiceRow = (number: number, index: number): string =>
  `<tr><td>Item ${index + 1} of order ${number}</td><td class="number">${index + 1}</td><td class="number">${(index * 7 + (number % 90)).toFixed(2)}</td></tr>`;

export function tableOf(rows: number): string {
  const lines = Array.from(
    { length: rows },
    (_, index) =>
      `<tr><td>${index + 1}</td><td>Name of article ${index + 1}</td><td>Place ${index % 13}</td><td class="number">${(index * 3.17).toFixed(2)}</td></tr>`,
  );
  const titles = ["Number", "Article", "Place", "Price"].map((title) => `<th>${title}</th>`).join("");
  return `${head("Articles")}<h1>Articles</h1><table><thead><tr>${titles}</tr></thead><tbody>${lines.join("")}</tbody></table>`;
}

const report = (number: number): string =>
  `${head(`Report ${number}`)}${Array.from({ length: 10 }, (_, section) => `<h2>Section ${section + 1}</h2>${`<p>${"Words of a report. ".repeat(40)}</p>`.repeat(3)}`).join("")}`;

/** Returns one of a mixture of ten documents: six invoices, two with script, a report and a table. */
export function mixedDocument(number: number): string {
  switch (number % 10) {
    case 3:
    case 7:
      return scriptedInvoice(number);
    case 5:
      return report(number);
    case 9:
      return tableOf(200);
    default:
      return invoice(number);
  }
}
