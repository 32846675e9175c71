import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { as, call, newClient } from "../api/accounts.ts";
import { pdfText } from "../api/programs.ts";
import { commonService } from "../api/service.ts";
import { goTo, noConsole } from "./console-page.ts";
import { expectDrawn, keep } from "./playground.ts";
import { consoleVisits, rowOf, VISIT_MS, VISITORS } from "./visit.ts";

/* What people do with templates. Every page and dialog on the way is looked at by axe. */

const GOOD = "<h1>Good day {{name}}</h1>";
const BAD = "<h1>Good day</h1>\n<p>{{#if name}}";
const SCHEMA = JSON.stringify({
  type: "object",
  properties: { name: { type: "string", title: "Addressee" } },
  required: ["name"],
});

describe.skipIf(noConsole !== undefined)("templates in the console", { timeout: VISIT_MS }, () => {
  const service = commonService();
  const visit = consoleVisits();

  test.each(VISITORS)("made, printed with data, deleted: $colorScheme, $width, $by", async (visitor) => {
    const { key } = await newClient(service(), 100);
    const { page, hands, look, expectNoFault } = await visit(service(), key, visitor);
    await hands.goTo("Templates");
    await page.getByText("No templates yet").waitFor();
    await look("templates");
    await hands.press(page.getByRole("button", { name: "New template" }));
    const dialog = page.getByRole("dialog");
    await look("a new template");
    await hands.write(dialog.getByLabel(/^Slug/), "letter");
    await hands.press(dialog.getByRole("button", { name: "Create" }));
    await expectDrawn(previewOf(page).getByRole("img", { name: "Page 1" }).first());
    await look("its preview");
    expect(await printed(page)).toContain("Dear Ada Lovelace");
    await hands.open(page.getByRole("tab", { name: "Schema" }));
    await hands.write(page.getByRole("textbox", { name: "Schema of the variables" }), SCHEMA);
    await look("its schema");
    await hands.open(page.getByRole("tab", { name: "Sample data" }));
    await hands.press(page.getByRole("button", { name: "Fill in as a form" }));
    await hands.write(page.getByLabel(/^Addressee/), "Grace Hopper");
    await expect.poll(() => printed(page)).toContain("Dear Grace Hopper");
    await look("its variables");
    await hands.press(page.getByRole("button", { name: "Delete", exact: true }));
    await look("the question");
    await hands.press(page.getByRole("alertdialog").getByRole("button", { name: "Delete it" }));
    await page.getByText("No templates yet").waitFor();
    await expectNoFault();
  });

  test.each(VISITORS)("changed, at fault, compared: $colorScheme, $width, $by", async (visitor) => {
    const { key } = await newClient(service(), 100);
    as(await call(service(), "POST", "/api/v1/templates", { key, value: { slug: "note", content: "<p>1</p>" } }), 201);
    const { page, hands, look, expectNoFault } = await visit(service(), key, visitor);
    await hands.goTo("Templates");
    await hands.press(page.getByRole("link", { name: "note", exact: true }));
    const content = page.getByRole("textbox", { name: "Template", exact: true });
    await hands.write(content, BAD);
    await hands.press(page.getByRole("button", { name: "Save", exact: true }));
    await page.getByRole("alert").filter({ hasText: "line 2" }).waitFor();
    await expect.poll(() => page.locator(".cm-lintRange-error").textContent()).toBe("<p>{{#if name}}");
    await look("a fault");
    await hands.write(content, GOOD);
    await page.keyboard.press("Control+S");
    await rowOf(page, "2, the newest").waitFor();
    await page.getByRole("alert").waitFor({ state: "detached" });
    await hands.press(page.getByRole("button", { name: "Differences from version 1" }));
    const differences = page.getByRole("region", { name: "Differences in Template" });
    await expect.poll(() => differences.textContent()).toMatch(/− <p>1<\/p>.*\+ <h1>Good day \{\{name\}\}<\/h1>/);
    await look("differences");
    await hands.press(page.getByRole("button", { name: "Open version 1" }));
    const dialog = page.getByRole("dialog");
    await dialog.getByRole("textbox", { name: "Template, version 1" }).waitFor();
    await look("a version");
    await hands.press(dialog.getByRole("button", { name: "Put it into the editor" }));
    await dialog.waitFor({ state: "detached" });
    await hands.press(page.getByRole("button", { name: "Save", exact: true }));
    await rowOf(page, "3, the newest").waitFor();
    const stored = await call(service(), "GET", "/api/v1/templates/note", { key });
    expect(as<{ readonly content: string }>(stored).content).toBe("<p>1</p>");
    await expectNoFault();
  });

  test("changed in two tabs: who saves later is asked which text stays", async () => {
    const { key } = await newClient(service(), 100);
    as(await call(service(), "POST", "/api/v1/templates", { key, value: { slug: "note", content: "<p>1</p>" } }), 201);
    const visits = [];
    for (const text of ["<p>first</p>", "<p>second</p>"]) {
      const tab = await visit(service(), key, { by: "pointer" });
      await goTo(tab.page, "/templates/note");
      await tab.hands.write(tab.page.getByRole("textbox", { name: "Template", exact: true }), text);
      visits.push(tab);
    }
    const [one, two] = [visits[0]!, visits[1]!];
    await one.hands.press(one.page.getByRole("button", { name: "Save", exact: true }));
    await rowOf(one.page, "2, the newest").waitFor();
    await two.hands.press(two.page.getByRole("button", { name: "Save", exact: true }));
    await two.page.getByText("The template was changed elsewhere").waitFor();
    await two.hands.press(two.page.getByRole("button", { name: "Show the differences" }));
    await two.page.getByRole("region", { name: "Differences in Template" }).getByText("<p>first</p>").waitFor();
    await two.look("a conflict");
    await two.hands.press(two.page.getByRole("button", { name: "Save mine as the next version" }));
    await rowOf(two.page, "3, the newest").waitFor();
    const stored = await call(service(), "GET", "/api/v1/templates/note", { key });
    expect(as<{ readonly content: string }>(stored).content).toBe("<p>second</p>");
    await one.expectNoFault();
    await two.expectNoFault();
  });
});

const previewOf = (page: Page) => page.getByRole("region", { name: "Preview", exact: true });

/** Returns the text of what the preview shows, as it is when it is kept. */
const printed = async (page: Page): Promise<string> =>
  (await pdfText((await keep(page, previewOf(page))).bytes)).replaceAll(/\s+/g, " ");
