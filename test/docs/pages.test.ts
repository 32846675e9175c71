import { spawnSync } from "node:child_process";
import { readdirSync } from "node:fs";
import { join, resolve } from "node:path";
import { Webhook } from "standardwebhooks";
import { describe, expect, test } from "vitest";
import { noChromium } from "../../src/engines/chromium/testing/test-printer.ts";
import { readConfig } from "../../src/platform/config/config.ts";
import { visionSettings } from "../../src/platform/config/vision.ts";
import { sharedService } from "../api/service.ts";
import { type Fence, fencesOf, runPage } from "./page-samples.ts";

/* Every sample of README.md, docs/*.md and docs/guides/*.md, run as it is printed, or read by the program that it is for. */

const root = resolve(import.meta.dirname, "../..");
const PAGES = [
  "README.md",
  ...["docs", "docs/guides"].flatMap((folder) =>
    readdirSync(join(root, folder))
      // The requests of docs/errors.md are sent by test/api/newcomers.test.ts, which writes it.
      .filter((name) => name.endsWith(".md") && name !== "errors.md")
      .map((name) => `${folder}/${name}`),
  ),
];
const fences = (await Promise.all(PAGES.map(fencesOf))).flat();

/** The commands of docs/guides are run by guides.test.ts, which more often runs. */
const isRun = ({ place, language, mark }: Fence): boolean =>
  language === "sh" && !mark.startsWith("not run: ") && !place.startsWith("docs/guides/");

describe.skipIf(noChromium !== undefined)("commands", () => {
  const service = sharedService({}, { keepsResults: true });

  test.each(PAGES.filter((page) => fences.some((fence) => fence.place.startsWith(`${page}:`) && isRun(fence))))(
    "the commands of %s answer as it says",
    { timeout: 180_000 },
    async (page) => {
      expect(await runPage(page, service())).toBeGreaterThan(0);
    },
  );
});

test("what is not run says why", () => {
  const left = fences.filter(({ mark }) => mark.startsWith("not run: ")).map(({ place }) => place.replace(/:\d+$/, ""));
  const counts = Object.fromEntries(
    [...new Set(left)].map((page) => [page, left.filter((one) => one === page).length]),
  );
  expect(counts).toEqual({
    "README.md": 1,
    "docs/extraction.md": 1,
    "docs/monitoring.md": 1,
    "docs/ocr.md": 1,
    "docs/operating.md": 10,
    "docs/scaling.md": 1,
    "docs/testing.md": 1,
  });
});

test("every block is of a kind that is tried", () => {
  const tried = ["sh", "json", "", "js", "ini", "nginx", "caddyfile"];
  const others = fences.filter(({ language, mark }) => !tried.includes(language) && !mark.startsWith("not run: "));
  expect(others.map(({ place }) => place)).toEqual([]);
  expect(
    fences.filter(({ language, text }) => language === "sh" && spawnSync("bash", ["-n"], { input: text }).status !== 0),
  ).toEqual([]);
});

const settings = fences.filter(({ place, language }) => place.startsWith("docs/vision.md") && language === "ini");

test.each(settings)("the settings of $place are taken, and complete", ({ text }) => {
  const lines = text.split("\n").filter((line) => !line.startsWith("#"));
  const config = readConfig(
    Object.fromEntries(lines.map((line) => [line.split("=", 1)[0], line.replace(/^\w+=/, "")])),
  );
  expect(visionSettings(config)).not.toHaveProperty("reason");
});

test("the program that checks a webhook accepts what the service's library signs, and nothing else", () => {
  const [program] = fences.filter(({ language }) => language === "js");
  const secret = `whsec_${Buffer.alloc(24, 7).toString("base64")}`;
  const rawBody = JSON.stringify({ type: "webhook.test" });
  const now = new Date();
  const headers = {
    "webhook-id": "msg_1",
    "webhook-timestamp": String(Math.floor(now.getTime() / 1000)),
    "webhook-signature": new Webhook(secret).sign("msg_1", now, rawBody),
  };
  const run = (body: string) => {
    const before = `const rawBody = ${JSON.stringify(body)}; const request = ${JSON.stringify({ headers })};\n`;
    return spawnSync(
      process.execPath,
      ["--input-type=module", "-e", `${before}${program?.text}\nconsole.log(event.type);`],
      {
        cwd: root,
        env: { WEBHOOK_SECRET: secret },
        encoding: "utf8",
      },
    );
  };
  expect(run(rawBody).stdout).toBe("webhook.test\n");
  expect(run(`${rawBody} `).stderr).toContain("No matching signature found");
});
