import { describe, expect, test } from "vitest";
import { accountOf, as, call, type KeyObject, type List, newClient, newKey } from "../api/accounts.ts";
import { commonService } from "../api/service.ts";
import { goTo, noConsole } from "./console-page.ts";
import { consoleVisits, rowOf, VISIT_MS, VISITORS } from "./visit.ts";

/* What administrators do with accounts. Every page and dialog on the way is looked at by axe. */

describe.skipIf(noConsole !== undefined)("accounts in the console", { timeout: VISIT_MS }, () => {
  const service = commonService();
  const visit = consoleVisits();

  test.each(VISITORS)("made, given credits and a key, disabled: $colorScheme, $width, $by", async (visitor) => {
    const { page, hands, look, expectNoFault } = await visit(service(), service().key, visitor);
    await hands.goTo("Accounts");
    await page.getByRole("table", { name: "Accounts" }).waitFor();
    await look("accounts");
    await hands.press(page.getByRole("button", { name: "Create an account" }));
    const dialog = page.getByRole("dialog");
    await look("a new account");
    await hands.write(dialog.getByLabel(/^Name/), "Paper mill");
    await hands.write(dialog.getByLabel("Credits"), "12");
    await hands.press(dialog.getByRole("button", { name: "Create the account" }));
    await page.getByRole("heading", { name: "Paper mill" }).waitFor();
    const id = String(page.url().split("/").at(-1));
    await rowOf(page, "+12").waitFor();
    await look("an account");
    await hands.press(page.getByRole("button", { name: "Grant or take credits" }));
    await look("credits");
    await hands.write(dialog.getByLabel(/^Credits/), "30");
    await hands.write(dialog.getByLabel(/^Reason/), "paid");
    await hands.press(dialog.getByRole("button", { name: "Grant the credits" }));
    await rowOf(page, "+30").getByText("paid").waitFor();
    expect(await accountOf(service(), id)).toMatchObject({ balance: 42, available: 42 });

    await hands.open(page.getByRole("tab", { name: "Keys" }));
    await hands.press(page.getByRole("button", { name: "Create a key" }));
    await hands.write(dialog.getByLabel(/^Name/), "Press");
    await hands.turn(dialog.getByRole("checkbox", { name: /^convert / }));
    await hands.write(dialog.getByLabel("Operations per minute"), "7");
    await hands.press(dialog.getByRole("button", { name: "Create the key" }));
    const key = await dialog.getByLabel("API key").inputValue();
    await hands.press(dialog.getByRole("button", { name: "I have stored it" }));
    await rowOf(page, "Press").waitFor();
    await look("its keys");
    const keys = as<List<KeyObject>>(await call(service(), "GET", `/api/v1/keys?account_id=${id}`));
    expect(keys.items).toMatchObject([{ name: "Press", rate_limit: 7 }]);
    as(await call(service(), "GET", "/api/v1/limits", { key }));

    await hands.press(page.getByRole("button", { name: "Disable", exact: true }));
    await look("the question");
    await hands.press(page.getByRole("alertdialog").getByRole("button", { name: "Disable the account" }));
    await page.getByText("disabled", { exact: true }).waitFor();
    expect((await call(service(), "GET", "/api/v1/limits", { key })).status).toBe(403);
    await hands.press(page.getByRole("button", { name: "Enable", exact: true }));
    await hands.press(page.getByRole("alertdialog").getByRole("button", { name: "Enable the account" }));
    await page.getByText("active", { exact: true }).waitFor();
    as(await call(service(), "GET", "/api/v1/limits", { key }));
    await expectNoFault();
  });

  test.each(VISITORS)("are not for keys without the scope: $colorScheme, $width, $by", async (visitor) => {
    const { key, accountId } = await newClient(service(), 10);
    const { page, look, expectNoFault } = await visit(service(), key, visitor);
    const places = page.getByRole("navigation", { name: "Console", includeHidden: true }).locator("ul a");
    await expect.poll(() => places.allTextContents()).toContain("Webhooks");
    expect(await places.allTextContents()).not.toContain("Accounts");
    for (const path of ["/accounts", `/accounts/${accountId}`]) {
      await goTo(page, path);
      await page.getByText("This key may not see accounts").waitFor();
    }
    await look("no accounts");
    await goTo(page, "/settings/audit");
    await page.getByText("Nothing here").waitFor();
    const few = await newKey(service(), { account_id: accountId, scopes: ["convert"] });
    const other = await visit(service(), few.key, visitor);
    const fewer = other.page.getByRole("navigation", { name: "Console", includeHidden: true }).locator("ul a");
    await expect.poll(() => fewer.allTextContents()).toEqual(["Playground", "Jobs", "Settings"]);
    await expectNoFault();
    await other.expectNoFault();
  });
});
