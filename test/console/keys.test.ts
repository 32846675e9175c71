import { describe, expect, test } from "vitest";
import { newClient } from "../api/accounts.ts";
import { commonService } from "../api/service.ts";
import { noConsole } from "./console-page.ts";
import { consoleVisits, rowOf, VISIT_MS, VISITORS } from "./visit.ts";

/* What people do with keys. Every page and dialog on the way is looked at by axe. */

describe.skipIf(noConsole !== undefined)("keys in the console", { timeout: VISIT_MS }, () => {
  const service = commonService();
  const visit = consoleVisits();

  test.each(VISITORS)("made, used and revoked: $colorScheme, $width, $by", async (visitor) => {
    const { key } = await newClient(service(), 10, { scopes: ["*"] });
    const { page, hands, look, expectNoFault } = await visit(service(), key, visitor);
    await hands.goTo("Keys");
    await rowOf(page, "Test").waitFor();
    await look("keys");
    await hands.press(page.getByRole("button", { name: "Create a key" }));
    const dialog = page.getByRole("dialog");
    await look("a new key");
    await hands.write(dialog.getByLabel(/^Name/), "Night shift");
    await hands.turn(dialog.getByRole("checkbox", { name: /^jobs / }));
    await hands.press(dialog.getByRole("button", { name: "Create the key" }));
    const secret = await dialog.getByLabel("API key").inputValue();
    expect(secret).toMatch(/^quire_live_/);
    await look("the secret");
    await hands.press(dialog.getByRole("button", { name: "I have stored it" }));
    await dialog.waitFor({ state: "detached" });
    expect(await page.content()).not.toContain(secret);

    const other = await visit(service(), secret, visitor);
    await other.hands.goTo("Jobs");
    await other.page.getByText("No jobs yet").waitFor();
    await hands.press(page.getByRole("button", { name: "Revoke Night shift" }));
    await look("the question");
    await hands.press(page.getByRole("alertdialog").getByRole("button", { name: "Revoke the key" }));
    await rowOf(page, "Night shift").waitFor({ state: "detached" });
    await other.page.getByText("The service does not accept this key any more").waitFor();
    await other.page.getByLabel("API key").waitFor();
    await other.look("the end");
    await expectNoFault();
    await other.expectNoFault();
  });
});
