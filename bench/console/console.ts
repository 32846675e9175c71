import { chromium } from "playwright-core";
import { findChromium } from "../../src/engines/chromium/browser/find-chromium.ts";
import { median, type Row, show, spreadOf } from "../measuring/report.ts";
import { startBenchService } from "../measuring/service.ts";

/** Page code that returns the times of the first paint and of the first content, in milliseconds since the page was asked for. */
const PAINTS = `new Promise((resolve) => {
  const paints = () => Object.fromEntries(performance.getEntriesByType("paint").map((each) => [each.name, each.startTime]));
  const look = () => (paints()["first-contentful-paint"] === undefined ? requestAnimationFrame(look) : resolve(paints()));
  look();
})`;

/** Measures when the console is first seen in a browser that has none of its files. */
export async function consoleRows(run: { rounds: number }): Promise<Row[]> {
  const executablePath = findChromium();
  if (executablePath === undefined) {
    return [];
  }
  await using service = await startBenchService();
  const browser = await chromium.launch({ executablePath, args: ["--no-sandbox"] });
  try {
    const paints: Readonly<Record<string, number>>[] = [];
    // The first round warms up the service and the browser, not the browser's cache: each context has its own.
    for (let round = 0; round <= run.rounds; round += 1) {
      const context = await browser.newContext({ viewport: { width: 1280, height: 860 } });
      const page = await context.newPage();
      await page.goto(`http://127.0.0.1:${service.port}/`);
      const measured: Readonly<Record<string, number>> = await page.evaluate(PAINTS);
      await context.close();
      if (round > 0) {
        paints.push(measured);
      }
    }
    return ["first-paint", "first-contentful-paint"].map((name) => {
      const times = paints.map((each) => each[name] ?? Number.NaN);
      return {
        what: `the console in a browser without any of its files, ${name.replaceAll("-", " ")}`,
        ours: show(median(times), "ms"),
        beside: "",
        measured: spreadOf(times),
        unit: "ms",
        bar: { kind: "at most", value: 1000, judge: "median" },
      };
    });
  } finally {
    await browser.close();
  }
}
