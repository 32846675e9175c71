import { describe, expect, test } from "vitest";
import { invoiceStandard } from "../../src/platform/templates/starters/invoice-standard.ts";
import { receiptMinimal } from "../../src/platform/templates/starters/receipt-minimal.ts";
import { call, chargedBy, newClient } from "./accounts.ts";
import { upload } from "./client.ts";
import { information, pageCount, textOf, withoutChromium, wordOf, words } from "./html-to-pdf.ts";
import { resultOf, untilFinal } from "./jobs.ts";
import { qpdfProblems } from "./programs.ts";
import { expectFailure, expectFault, expectOk, faults, json, type Reply, savedName, warnings } from "./reply.ts";
import { commonService } from "./service.ts";

/* Contract, section 8, pdf/from-template. */

const FROM_TEMPLATE = "/api/v1/pdf/from-template";

describe.skipIf(withoutChromium)("from-template", () => {
  const service = commonService({ keepsResults: true });
  const fill = (value: object, query = ""): Promise<Reply> => call(service(), "POST", FROM_TEMPLATE + query, { value });
  const filled = async (value: object): Promise<Buffer> => expectOk(await fill(value)).body;

  let count = 0;
  /** Stores a template and returns its slug. */
  async function stored(content: string, more: object = {}): Promise<string> {
    count += 1;
    const slug = `letter-${count}`;
    const reply = await call(service(), "POST", "/api/v1/templates", { value: { slug, content, ...more } });
    expect(reply.status, reply.body.toString()).toBe(201);
    return slug;
  }

  test("a user's Mustache template with items", async () => {
    const slug = await stored(
      "<h1>Invoice {{invoice_number}}</h1><p>{{company_name}}</p><table>{{#items}}<tr><td>{{description}}</td>" +
        "<td>{{quantity}}</td><td>{{price}}</td></tr>{{/items}}</table>{{^items}}nothing{{/items}}<p>Total: {{total}}",
    );
    const items = [
      { description: "Consulting <hours>", quantity: 10, price: "100.00" },
      { description: "Travel", quantity: 1, price: "42.50" },
    ];
    const variables = { company_name: "A & B", invoice_number: "INV-7", items, total: "1042.50" };
    const reply = expectOk(await fill({ template_slug: slug, variables }));
    expect(savedName(reply)).toBe(`${slug}.pdf`);
    expect(await textOf(reply.body)).toBe(
      "Invoice INV-7 A & B Consulting <hours> 10 100.00 Travel 1 42.50 Total: 1042.50",
    );
    expect(await qpdfProblems(reply.body)).toBe("");
    const said = await information(reply.body);
    expect([said("Tagged"), said("Title")]).toEqual(["yes", slug]);
  });

  test.each([invoiceStandard, receiptMinimal])("the starter $slug with its sample", async ({ slug, sample }) => {
    const value = { template: slug, data: sample, locale: "en-GB" };
    const [one, other] = [await filled(value), await filled(value)];
    expect(one.equals(other)).toBe(true);
    expect(await pageCount(one)).toBe(1);
    expect(await textOf(one)).toContain(slug === "invoice-standard" ? "£6,927.60" : "£19.50");
    expect(await qpdfProblems(one)).toBe("");
  });

  test("an invoice of a hundred items: the head of the table on each page, all prices in line", async () => {
    const items = Array.from({ length: 100 }, (_, index) => ({
      description: `Part ${index}`,
      quantity: index,
      price: index * 13.5,
    }));
    const pdf = await filled({
      template_slug: "invoice-standard",
      variables: { ...invoiceStandard.sample, items, subtotal: null, tax: null },
    });
    const all = await words(pdf);
    const pages = await pageCount(pdf);
    expect(pages).toBeGreaterThan(2);
    const withItems = new Set(all.filter(({ text }) => text === "Part").map(({ page }) => page));
    expect(all.filter(({ text }) => text === "Quantity").map(({ page }) => page)).toEqual([...withItems]);
    expect(withItems.size).toBeGreaterThanOrEqual(pages - 1);
    expect(
      new Set(
        all.filter(({ text }) => /^£[\d,.]+$/.test(text) && text !== "£6,927.60").map(({ xMax }) => Math.round(xMax)),
      ).size,
    ).toBe(1);
    expect((await wordOf(pdf, "Total")).page).toBe(pages);
  });

  test("the newest version unless another is named", async () => {
    const slug = await stored("<p>first {{a}}");
    await call(service(), "PUT", `/api/v1/templates/${slug}`, { value: { content: "<p>second {{a}}" } });
    const text = async (more: object): Promise<string> =>
      textOf(await filled({ template_id: slug, variables: { a: "x" }, ...more }));
    expect([await text({}), await text({ version: 1 }), await text({ version: "2" })]).toEqual([
      "second x",
      "first x",
      "second x",
    ]);
    expectFailure(await fill({ template_slug: slug, variables: {}, version: 3 }), 404, "not_found");
    expectFailure(await fill({ template_slug: "nobody", variables: {} }), 404, "not_found");
  });

  describe("variables", () => {
    test("every one that is missing is named, by the field's name as it was sent", async () => {
      const slug = await stored("{{a}} {{customer.name}} {{#items}}{{price}}{{/items}} {{#if b}}{{/if}}");
      const reply = await fill({ template_slug: slug, data: { items: [{ price: 1 }, {}] } });
      expectFailure(reply, 422, "validation_error");
      expect(faults(reply).map(({ type, loc }) => [type, loc])).toEqual([
        ["missing", ["body", "data", "a"]],
        ["missing", ["body", "data", "customer", "name"]],
        ["missing", ["body", "data", "items", 1, "price"]],
      ]);
      const empty = await fill({ template_slug: slug, variables: { items: [] }, missing: "empty" });
      expectOk(empty);
    });

    test("are held against the template's schema", async () => {
      const slug = await stored("<p>{{age}}", {
        variables_schema: {
          type: "object",
          required: ["name"],
          properties: { age: { type: "integer", minimum: 18 }, kind: { enum: ["a", "b"] } },
        },
      });
      const reply = await fill({ template_slug: slug, variables: { age: 3, kind: "c" } });
      expect(faults(reply).map(({ type, loc }) => [type, loc.slice(1).join(".")])).toEqual(
        expect.arrayContaining([
          ["missing", "variables.name"],
          ["greater_than_equal", "variables.age"],
          ["enum", "variables.kind"],
        ]),
      );
    });

    test.each([
      [{ template_slug: "receipt-minimal" }, { type: "missing", loc: ["body", "variables"] }],
      [
        { template_slug: "receipt-minimal", variables: [] },
        { type: "model_attributes_type", loc: ["body", "variables"] },
      ],
      [{ template_slug: "receipt-minimal", variables: "{" }, { type: "json_invalid" }],
      [{ variables: {} }, { type: "missing", loc: ["body", "template_slug"] }],
      [
        { template_slug: "a", variables: {}, locale: "no language" },
        { type: "value_error", loc: ["body", "locale"] },
      ],
      [
        { template_slug: "a", variables: {}, timezone: "Mars/Base" },
        { type: "value_error", loc: ["body", "timezone"] },
      ],
      [{ template_slug: "a", variables: {}, page_size: "A99" }, { loc: ["body", "page_size"] }],
      [
        { template_slug: "a", variables: {}, missing: "maybe" },
        { type: "enum", loc: ["body", "missing"] },
      ],
    ])("%j", async (value, fault) => {
      expectFault(await fill(value), fault);
    });

    test("in a form, as JSON text", async () => {
      const slug = await stored("<p>Dear {{name}}");
      const fields = { template_slug: slug, variables: '{"name": "Ada"}' };
      expect(await textOf(expectOk(await upload(service(), { path: FROM_TEMPLATE, fields })).body)).toBe("Dear Ada");
    });

    test("dates and amounts in the language and time zone of the request", async () => {
      const slug = await stored("<p>{{date at 'd. MMMM yyyy HH:mm'}} {{currency sum 'EUR'}}");
      const variables = { at: "2026-03-31T22:30:00Z", sum: 1234.5 };
      const pdf = await filled({ template_slug: slug, variables, locale: "de-DE", timezone: "Europe/Berlin" });
      expect(await textOf(pdf)).toBe("1. April 2026 00:30 1.234,50 €");
    });
  });

  describe("the page", () => {
    test("is the template's, except what the request gives", async () => {
      const page = { page_size: "A5", orientation: "landscape", title: "Own", header_text: "Above" };
      const slug = await stored("<p>text", { page });
      const own = await filled({ template_slug: slug, variables: {} });
      const given = await filled({
        template_slug: slug,
        variables: {},
        page_size: "A6",
        title: "Given",
        header_text: "",
      });
      const said = await Promise.all([own, given].map(information));
      expect(said.map((info) => [info("Title"), info("Page size")?.replace(/ pts.*/, "")])).toEqual([
        ["Own", "595.92 x 420"],
        ["Given", expect.stringMatching(/^4(?:19|20).* x 29[78]/)],
      ]);
      expect([await textOf(own), await textOf(given)]).toEqual(["Above text", "text"]);
    });

    test("has margins that leave room, both together", async () => {
      const slug = await stored("<p>text", { page: { page_size: "90x140mm" } });
      const reply = await fill({ template_slug: slug, variables: {}, margin_left: 144, margin_right: "144pt" });
      expectFault(reply, { type: "value_error", loc: ["body", "margin_left"] });
    });

    test("has header and footer filled in and cleaned", async () => {
      const slug = await stored("<p>text", {
        header_html: "<p>{{name}}<script>alert(1)</script></p>",
        footer_html: '<span class="pageNumber"></span> of {{name}}',
      });
      const reply = expectOk(await fill({ template_slug: slug, variables: { name: "<b>Ada" } }));
      expect(await textOf(reply.body)).toBe("text <b>Ada 1 of <b>Ada");
      expect(warnings(reply).join()).toContain("markup_left_out");
      const numbered = await filled({ template_slug: slug, variables: { name: "Ada" }, footer_text: "Mine" });
      expect(await textOf(numbered)).toBe("Mine text Ada");
    });

    test("fetches nothing and runs no script", async () => {
      const slug = await stored(
        "<p id=a>still<script>document.getElementById('a').textContent = 'ran'</script>{{{raw}}}",
      );
      const raw =
        "<script>document.body.textContent = 'ran'</script><img src='http://127.0.0.1:1/' onerror='document.body.textContent=1'>";
      expect(await textOf(await filled({ template_slug: slug, variables: { raw } }))).toBe("still");
    });
  });

  test("a Markdown template: what variables bring is text", async () => {
    const content =
      "# Dear {{name}}\n\n| Item | Price |\n|---|--:|\n{{#items}}\n| {{a}} | {{number b 2}} |\n{{/items}}\n";
    const slug = await stored(content, { format: "markdown" });
    const items = [
      { a: "*x* | <b>", b: 1 },
      { a: "# y", b: 22 },
    ];
    const text = await textOf(await filled({ template_slug: slug, variables: { name: "[Ada](b) _c_", items } }));
    expect(text).toContain("Dear [Ada](b) _c_");
    expect(text).toContain("*x* | <b> 1.00");
    expect(text).toContain("# y 22.00");
  });

  test("a partial of the account, and one that is not there", async () => {
    const partial = await stored("<b>Part {{name}}</b>");
    const slug = await stored(`<p>{{> ${partial}}}`);
    expect(await textOf(await filled({ template_slug: slug, variables: { name: "Ada" } }))).toBe("Part Ada");
    const lonely = await stored("{{> nobody-has-it}}");
    expectFailure(await fill({ template_slug: lonely, variables: {} }), 400, "template_error");
  });

  test("a partial that names itself, loops and a pattern without an end are refused, and the next document is made", async () => {
    const own = `letter-${count + 1}`;
    await stored(`x{{> ${own}}}`);
    const loops = await stored(
      "{{#each a}}{{#each @root.a}}{{#each @root.a}}{{#each @root.a}}x{{/each}}{{/each}}{{/each}}{{/each}}",
    );
    const pattern = await stored("x", { variables_schema: { properties: { a: { pattern: "^(a+)+$" } } } });
    const variables = { a: Array.from({ length: 300 }, () => 1) };
    expectFailure(await fill({ template_slug: own, variables }), 400, "document_too_complex");
    expectFailure(await fill({ template_slug: loops, variables }), 400, "document_too_complex");
    expectFailure(
      await fill({ template_slug: pattern, variables: { a: `${"a".repeat(40)}!` } }),
      400,
      "document_too_complex",
    );
    await filled({ template_slug: "receipt-minimal", variables: receiptMinimal.sample ?? {} });
  });

  test("as a job, with the version that was the newest when it was sent", async () => {
    const slug = await stored("<p>first");
    const reply = await fill({ template_slug: slug, variables: {} }, "?async=true");
    expect(reply.status).toBe(202);
    const { job_id: id } = json(reply) as { job_id: string };
    await call(service(), "PUT", `/api/v1/templates/${slug}`, { value: { content: "<p>second" } });
    await untilFinal(service(), id);
    expect(await textOf(expectOk(await resultOf(service(), id)).body)).toBe("first");
  });

  test("costs a credit, and another account has no such template", async () => {
    const slug = await stored("<p>x");
    expect(chargedBy(expectOk(await fill({ template_slug: slug, variables: {} })))).toBe(1);
    const { key } = await newClient(service(), 100);
    const value = { template_slug: slug, variables: {} };
    expectFailure(await call(service(), "POST", FROM_TEMPLATE, { value, key }), 404, "not_found");
  });
});
