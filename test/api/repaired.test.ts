import { expect, test } from "vitest";
import { operations } from "../../src/operations/index.ts";
import { IS_FULL } from "../running/sampling.ts";
import { newKey } from "./accounts.ts";
import { filesPart, MERGE, OCR_ADVANCED, OCR_SIMPLE, OPERATIONS, PDF_TO_TEXT, type Upload, upload } from "./client.ts";
import { resultOf, submitted, untilFinal } from "./jobs.ts";
import { VISION } from "./ocr-vision.ts";
import { fixture } from "./programs.ts";
import { expectOk, warningCodes, warnings } from "./reply.ts";
import { commonService } from "./service.ts";

/* Contract, section 12: a file that was damaged is read as far as it goes, and every answer about it says so. */

const service = commonService({ keepsResults: true });
const WHOLE = fixture("features.pdf");

/** The damage that libqpdf, which writes documents without their password, works around as well. */
const CUT = "cut before its startxref";
/** Damage of different kinds, which readers work around. */
const DAMAGED: Readonly<Record<string, Buffer>> = {
  "cut in its middle": WHOLE.subarray(0, Math.floor(WHOLE.length * 0.7)),
  [CUT]: WHOLE.subarray(0, WHOLE.lastIndexOf("startxref")),
  "with a wrong cross-reference table": fixture("damaged-xref.pdf"),
  "with an update that was cut off": Buffer.concat([WHOLE, Buffer.from("\n12 0 obj\n<< /Type /Metadata /Len")]),
  "with an object that is not there": latin1(WHOLE.toString("latin1").replace(/^2 0 obj/m, "% 0 obj")),
};

function latin1(text: string): Buffer {
  return Buffer.from(text, "latin1");
}

const TAKING_PDF = operations
  .filter((operation) => operation.kind === "files" && operation.accepts.includes("application/pdf"))
  // Text recognition takes long, and learns of the damage as the others do.
  .filter(({ path }) => IS_FULL || ![OCR_SIMPLE, OCR_ADVANCED].includes(path));

/** The request of each operation, on its only file or on a whole one and this. */
function requestOf(path: string, file: Buffer): Upload {
  const fields = OPERATIONS.find((each) => each.path === path)?.fields ?? {};
  return path === MERGE ? { path, file: WHOLE, more: filesPart([file]) } : { path, fields, file };
}

const expectedOf = (path: string): string => (path === MERGE ? "repaired;file=2" : "repaired");

test.each(Object.keys(DAMAGED))("a file %s is reported", async (damage) => {
  const reply = expectOk(await upload(service(), { path: PDF_TO_TEXT, file: DAMAGED[damage] ?? WHOLE }));
  expect(warnings(reply)).toEqual(["repaired"]);
});

test.each(TAKING_PDF)("$path says that a file was damaged, at once and as a job, and only then", async ({ path }) => {
  // A key of test mode asks no provider.
  const { key } = path === VISION ? await newKey(service(), { mode: "test" }) : service();
  const request = { ...requestOf(path, DAMAGED[CUT] ?? WHOLE), key };
  expect(warnings(expectOk(await upload(service(), request)))).toContain(expectedOf(path));
  const id = await submitted(service(), request);
  expect((await untilFinal(service(), id, key)).warnings).toContain(expectedOf(path));
  expect(warnings(expectOk(await resultOf(service(), id, key)))).toContain(expectedOf(path));
  const whole = expectOk(await upload(service(), { ...requestOf(path, WHOLE), key }));
  expect(warningCodes(whole)).not.toContain("repaired");
});
