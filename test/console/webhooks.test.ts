import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { newClient } from "../api/accounts.ts";
import { sharedService } from "../api/service.ts";
import { ALLOWED, type Received, receiver, untilReceived } from "../api/webhooks.ts";
import { noConsole } from "./console-page.ts";
import { consoleVisits, rowOf, VISIT_MS, VISITORS } from "./visit.ts";

/* What people do with webhooks, before a listener that is there. Every page and dialog on the way is looked at by axe. */

/** The answers of the listener: it takes the first event, says that it is gone at the second, and is back then. */
const ANSWERS = [204, 410, 204] as const;

describe.skipIf(noConsole !== undefined)("webhooks in the console", { timeout: VISIT_MS }, () => {
  const service = sharedService(ALLOWED);
  const visit = consoleVisits();

  test.each(VISITORS)("made, tried, failed, sent once more: $colorScheme, $width, $by", async (visitor) => {
    const { key } = await newClient(service(), 10);
    const there = await receiver((response, index) => void response.writeHead(ANSWERS[index] ?? 500).end());
    const { page, hands, look, expectNoFault } = await visit(service(), key, visitor);
    await hands.goTo("Webhooks");
    await page.getByText("No endpoints yet").waitFor();
    await page.getByText("Nothing sent yet").waitFor();
    await look("webhooks");
    await hands.press(page.getByRole("button", { name: "New endpoint" }));
    const dialog = page.getByRole("dialog");
    await look("a new endpoint");
    await hands.write(dialog.getByLabel(/^Address/), there.url);
    await hands.press(dialog.getByRole("button", { name: "Create" }));
    const secret = String(await dialog.getByText(/^whsec_/).textContent());
    await look("its secret");
    await hands.press(dialog.getByRole("link", { name: "Open the endpoint, send a test" }));
    await dialog.waitFor({ state: "detached" });
    const send = page.getByRole("button", { name: "Send a test" });
    await hands.press(send);
    const [first] = await untilReceived(there, 1);
    expectSigned(first, secret);
    await rowOf(page, "delivered").waitFor();
    await look("a delivery");
    await hands.press(send);
    await untilReceived(there, 2);
    const failed = rowOf(page, "failed: gone");
    await failed.waitFor();
    const state = page.getByRole("button", { name: /State$/ });
    await hands.choose(state, "failed");
    await rowOf(page, "delivered").waitFor({ state: "detached" });
    await look("the deliveries that failed");
    await hands.choose(state, "pending");
    await page.getByText("None in this state").waitFor();
    await hands.choose(state, "Any state");
    await rowOf(page, "delivered").waitFor();
    await hands.press(failed.getByRole("button", { name: /^Open the delivery/ }));
    await dialog.getByText("The endpoint answered 410, that it is gone.").waitFor();
    await dialog.getByText("1 attempt", { exact: true }).waitFor();
    await look("a delivery that failed");
    await hands.press(dialog.getByRole("button", { name: "Close" }).last());
    await page.getByText("It is disabled").waitFor();
    await look("a disabled endpoint");
    await hands.turn(page.getByRole("switch", { name: "Send events" }));
    await hands.press(page.getByRole("button", { name: "Save", exact: true }));
    await page.getByText("It is disabled").waitFor({ state: "detached" });
    await hands.press(failed.getByRole("button", { name: /^Open the delivery/ }));
    await hands.press(dialog.getByRole("button", { name: "Send it once more" }));
    const [, second, again] = await untilReceived(there, 3);
    expect(again?.headers["webhook-id"]).toBe(second?.headers["webhook-id"]);
    expectSigned(again, secret);
    await dialog.getByText("delivered", { exact: true }).waitFor();
    await dialog.getByText("2 attempts", { exact: true }).waitFor();
    await look("a delivery sent once more");
    await hands.press(dialog.getByRole("button", { name: "Close" }).last());
    await expectNoFault();
  });
});

/** Fails unless an event was received that a secret has signed as it was received. */
function expectSigned(received: Received | undefined, secret: string): void {
  const headers: object = received?.headers ?? {};
  expect(new Webhook(secret).verify(received?.text ?? "", { ...headers })).toEqual(received?.body);
}
