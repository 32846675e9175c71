import { readFile } from "node:fs/promises";
import type { Page } from "playwright-core";
import { describe, expect, test } from "vitest";
import { newClient } from "../api/accounts.ts";
import { endlessJob, jobOf, ONE_AT_A_TIME, submitted } from "../api/jobs.ts";
import { fixture } from "../api/programs.ts";
import { commonService, onOneDirectory } from "../api/service.ts";
import { AWAY, noConsole } from "./console-page.ts";
import { expectDrawn } from "./playground.ts";
import { consoleVisits, rowOf, VISIT_MS, VISITORS } from "./visit.ts";

/* What people do with jobs. Every page and dialog on the way is looked at by axe. */

describe.skipIf(noConsole !== undefined)("jobs in the console", { timeout: VISIT_MS }, () => {
  const service = commonService({ keepsResults: true });
  const visit = consoleVisits();

  test.each(VISITORS)("appear, are filtered and cancelled: $colorScheme, $width, $by", async (visitor) => {
    const { key } = await newClient(service(), 100);
    const { page, hands, look, expectNoFault } = await visit(service(), key, visitor);
    await hands.goTo("Jobs");
    await page.getByText("No jobs yet").waitFor();
    await look("no jobs");
    const file = fixture("four-colours.pdf");
    const long = await endlessJob(service(), { key });
    await rowOf(page, long).getByText("processing").waitFor();
    // What comes while a list is looked at does not push its rows away.
    const short = await submitted(service(), { key, file });
    await page.getByRole("button", { name: "Show 1 new job" }).waitFor();
    expect(await rowOf(page, short).count()).toBe(0);
    await look("a job that waits to be shown");
    await hands.press(page.getByRole("button", { name: "Show 1 new job" }));
    await page.getByText("Up to date").waitFor();
    await rowOf(page, short).getByText("complete").waitFor();
    await look("jobs");
    await hands.choose(page.getByRole("button", { name: /Status$/ }), "failed");
    await page.getByText("No such jobs").waitFor();
    await look("none of them");
    await hands.press(page.getByRole("button", { name: "Show all jobs" }));
    await rowOf(page, short).waitFor();
    await hands.choose(page.getByRole("button", { name: /Status$/ }), "processing");
    await rowOf(page, short).waitFor({ state: "detached" });
    await hands.press(rowOf(page, long).getByRole("link"));
    await page.getByRole("progressbar").waitFor();
    await look("a job under way");
    await hands.press(page.getByRole("button", { name: "Cancel the job" }));
    await look("the question");
    await hands.press(page.getByRole("alertdialog").getByRole("button", { name: "Cancel the job" }));
    await stateOf(page, "cancelled");
    await look("a cancelled job");
    expect((await jobOf(service(), long, key)).status).toBe("cancelled");
    await expectNoFault();
  });

  test.each(VISITORS)("have results and errors: $colorScheme, $width, $by", async (visitor) => {
    const { key } = await newClient(service(), 100);
    const file = fixture("four-colours.pdf");
    const short = await submitted(service(), { key, file });
    const bad = await submitted(service(), { key, file: fixture("huge-page.pdf") });
    const { page, hands, look, expectNoFault } = await visit(service(), key, visitor);
    await hands.goTo("Jobs");
    await hands.press(rowOf(page, short).getByRole("link"));
    await stateOf(page, "complete");
    await look("a job that is complete");
    await hands.press(page.getByRole("button", { name: "Show the result" }));
    await expectDrawn(page.getByRole("img").first());
    await look("its result");
    const link = page.getByRole("link", { name: /^Download / });
    const [kept] = await Promise.all([page.waitForEvent("download"), hands.press(link)]);
    expect((await readFile(await kept.path())).subarray(1, 4).toString()).toBe("PNG");
    await hands.press(page.getByRole("button", { name: "Delete the result" }));
    await look("the question");
    await hands.press(page.getByRole("alertdialog").getByRole("button", { name: "Delete the result" }));
    await page.getByText("The result has been deleted").waitFor();
    await look("a job without a result");
    expect((await jobOf(service(), short, key)).expired).toBe(true);
    await hands.press(page.getByRole("link", { name: "All jobs" }));
    await hands.press(rowOf(page, bad).getByRole("link"));
    await page.getByRole("alert").filter({ hasText: "the limit is 100000000 pixels" }).waitFor();
    await stateOf(page, "failed");
    await look("a job that failed");
    await expectNoFault();
  });

  test("go on in the page when the service is started anew in the middle", async () => {
    await onOneDirectory(async (start) => {
      const first = await start(ONE_AT_A_TIME);
      const id = await endlessJob(first);
      const visits = await Promise.all(
        ["Jobs", "the job"].map(async () => await visit(first, first.key, { by: "pointer", expects: AWAY })),
      );
      const [list, job] = visits;
      for (const { hands } of visits) {
        await hands.goTo("Jobs");
      }
      await job!.hands.press(rowOf(job!.page, id).getByRole("link"));
      await job!.page.getByRole("progressbar").waitFor();
      await first.kill();
      await job!.page.getByText("The connection has broken off").waitFor();
      await job!.look("a broken connection");
      await list!.page.getByRole("alert").filter({ hasText: "No answer" }).waitFor();
      await rowOf(list!.page, id).waitFor();
      await list!.look("no answer");
      await start({ ...ONE_AT_A_TIME, QUIRE_PORT: String(first.port) });
      await job!.page.getByText("The connection has broken off").waitFor({ state: "detached" });
      await list!.page.getByRole("alert").waitFor({ state: "detached" });
      await factOf(job!.page, "Attempts", "2");
      await job!.hands.press(job!.page.getByRole("button", { name: "Cancel the job" }));
      await job!.hands.press(job!.page.getByRole("alertdialog").getByRole("button", { name: "Cancel the job" }));
      await stateOf(job!.page, "cancelled");
      await rowOf(list!.page, id).getByText("cancelled").waitFor();
      for (const { expectNoFault } of visits) {
        await expectNoFault();
      }
    });
  });
});

/** Waits for the state that the page of a job shows. */
const stateOf = (page: Page, state: string): Promise<void> =>
  page.getByRole("region", { name: "State" }).getByText(state, { exact: true }).waitFor();

/** Waits for a fact that the page of a job shows. */
const factOf = (page: Page, name: string, value: string): Promise<void> =>
  page.locator("dl > div").filter({ hasText: name }).getByText(value, { exact: true }).waitFor();
