import { describe, expect, test } from "vitest";
import { call, newClient } from "../api/accounts.ts";
import { letterPages } from "../api/documents.ts";
import { bilevelScan } from "../api/scans.ts";
import { sharedService } from "../api/service.ts";
import { badLineTo } from "./bad-line.ts";
import { AWAY, noConsole } from "./console-page.ts";
import { enter, pdf, result, submitOf } from "./playground.ts";
import { consoleVisits, VISIT_MS, VISITORS } from "./visit.ts";

/* What a person meets when something goes wrong between the console and the service. */

const WATERMARK = { files: { file: [pdf(letterPages(1))] }, texts: { text: "Draft" } };
/** More than the browser hands over before the other side has read any of it. */
const LARGE = { ...WATERMARK, files: { file: [pdf(letterPages(1, { paddingBytes: 2_000_000 }))] } };

describe.skipIf(noConsole !== undefined)("trouble in the console", { timeout: VISIT_MS }, () => {
  const service = sharedService({});
  const visit = consoleVisits();

  test.each(VISITORS)("a key that is revoked while it is used: $colorScheme, $width, $by", async (visitor) => {
    const { key, keyId } = await newClient(service(), 10);
    const { page, hands, look, expectNoFault } = await visit(service(), key, visitor);
    await enter(page, "watermark", WATERMARK);
    await page.getByText(/^1 credit/).waitFor();
    await call(service(), "DELETE", `/api/v1/keys/${keyId}`);
    await hands.press(submitOf(page));
    await page.getByText("The service does not accept this key any more").waitFor();
    await page.getByLabel("API key").waitFor();
    await look("the end of the session");
    await expectNoFault({ mayMove: true });
  });

  test.each(VISITORS)("a connection that is lost in an upload: $colorScheme, $width, $by", async (visitor) => {
    const line = await badLineTo(service().baseUrl);
    const { page, hands, look, expectNoFault } = await visit(line, service().key, { ...visitor, expects: AWAY });
    await enter(page, "watermark", LARGE);
    line.cutsOff = /\/watermark$/;
    await hands.press(submitOf(page));
    await page.getByRole("alert").filter({ hasText: "The service did not answer" }).waitFor();
    await look("no answer");
    line.cutsOff = undefined;
    await hands.press(submitOf(page));
    await page.getByRole("link", { name: /^Download watermarked/ }).waitFor();
    await expectNoFault({ mayMove: true });
  });

  test("a connection that is lost in a job is taken up again, and says so meanwhile", async () => {
    const line = await badLineTo(service().baseUrl);
    const { page, hands, look, expectNoFault } = await visit(line, service().key, { by: "pointer", expects: AWAY });
    await enter(page, "ocr-extract-advanced", { files: { file: [pdf(await bilevelScan(200, "", 200))] } });
    await hands.press(submitOf(page));
    await page.getByRole("progressbar", { name: /^Job processing/ }).waitFor();
    line.cut(true);
    await page.getByText("The connection has broken off").waitFor();
    await look("a broken connection");
    line.cut(false);
    await page.getByText("The connection has broken off").waitFor({ state: "detached" });
    await hands.press(page.getByRole("button", { name: "Cancel" }));
    await page.getByText("Cancelled. Nothing was charged for work that was not done.").waitFor();
    await expectNoFault({ mayMove: true });
  });

  test("a place that got no answer is read again by itself when the service is there", async () => {
    const line = await badLineTo(service().baseUrl);
    const { page, hands, look, expectNoFault } = await visit(line, service().key, { by: "pointer", expects: AWAY });
    // The files of all places are read ahead; the place itself finds nobody.
    const read = "performance.getEntriesByType('resource').map(({ name }) => name).join()";
    await expect.poll(() => page.evaluate(read)).toMatch(/\/jobs-[\w-]+\.js/);
    line.cut(true);
    await hands.press(page.getByRole("link", { name: "Jobs", exact: true }));
    await page.getByRole("alert").filter({ hasText: "The service did not answer" }).waitFor();
    await look("a place without an answer");
    line.cut(false);
    await page.getByRole("alert").waitFor({ state: "detached" });
    await page.getByRole("heading", { name: "Jobs", level: 1 }).waitFor();
    await expectNoFault();
  });

  test.each(VISITORS)("too many requests: $colorScheme, $width, $by", async (visitor) => {
    // The price that is shown before the call is a request too.
    const { key } = await newClient(service(), 10, { rate_limit: 2 });
    const { page, hands, look, expectNoFault } = await visit(service(), key, visitor);
    await enter(page, "watermark", WATERMARK);
    await page.getByText(/^1 credit/).waitFor();
    await result(page);
    await hands.press(submitOf(page));
    // Windows of tests last a day.
    const alert = page.getByRole("alert").filter({ hasText: "Too many requests" });
    await alert.getByText(/^It can be tried again in (?:\d+ h|\d+ min|\d+ s)/).waitFor();
    await look("too many requests");
    await expectNoFault({ mayMove: true });
  });

  test.each(VISITORS)("a service that is busy: $colorScheme, $width, $by", async (visitor) => {
    const line = await badLineTo(service().baseUrl);
    const { page, hands, look, expectNoFault } = await visit(line, service().key, {
      ...visitor,
      expects: /status of 503/,
    });
    await enter(page, "watermark", WATERMARK);
    const body = { detail: "All workers are busy.", code: "busy", request_id: "req_1" };
    line.refuses = { path: /\/watermark$/, status: 503, headers: { "retry-after": "3" }, body };
    await hands.press(submitOf(page));
    const alert = page.getByRole("alert").filter({ hasText: "All workers are busy." });
    await alert.getByText(/^It can be tried again in [123] s\.$/).waitFor();
    await look("busy");
    await alert.getByText("It can be tried again now.").waitFor();
    line.refuses = undefined;
    await hands.press(submitOf(page));
    await page.getByRole("link", { name: /^Download watermarked/ }).waitFor();
    await expectNoFault({ mayMove: true });
  });

  test.each(VISITORS)("too few credits: $colorScheme, $width, $by", async (visitor) => {
    const { key } = await newClient(service(), 0);
    const { page, hands, look, expectNoFault } = await visit(service(), key, visitor);
    await enter(page, "watermark", WATERMARK);
    await hands.press(submitOf(page));
    await page.getByRole("alert").filter({ hasText: "Not enough credits" }).waitFor();
    await look("too few credits");
    await expectNoFault({ mayMove: true });
  });

  test("two tabs have sessions of their own: who signs out of one stays in the other", async () => {
    const one = await visit(service(), service().key, { by: "pointer" });
    const other = await one.page.context().newPage();
    await other.goto(one.page.url());
    await other.getByLabel("API key").fill(service().key);
    await other.getByRole("button", { name: "Sign in" }).click();
    await one.hands.press(one.page.getByRole("button", { name: "Sign out" }));
    await one.page.getByLabel("API key").waitFor();
    await other.getByRole("link", { name: "Settings", exact: true }).click();
    await other.getByRole("heading", { name: "Settings" }).waitFor();
    expect(await one.page.getByLabel("API key").isVisible()).toBe(true);
    await one.expectNoFault();
  });
});
