import { describe, expect, test } from "vitest";
import { outlineOf } from "../printed/outline-judges.ts";
import { chosen } from "../running/sampling.ts";
import { call } from "./accounts.ts";
import { HTML_TO_PDF, withoutChromium } from "./html-to-pdf.ts";
import { run, withFile } from "./programs.ts";
import { expectOk } from "./reply.ts";
import { commonService } from "./service.ts";

/* `hyphens: auto` of callers' documents, in each way in which they are printed. Poppler says what is on the pages. */

const GERMAN = "Die Donaudampfschifffahrtsgesellschaft veröffentlichte Rechtsschutzversicherungen.";
const ENGLISH = "Internationalization of representatives and responsibilities.";
const BODY = `<style>body{width:4.2cm;hyphens:auto;font-size:12pt}.off{hyphens:none}.own{hyphens:manual}</style>
<h2>Rechtsschutzversicherungsgesellschaften</h2><p>${GERMAN}</p><p lang=en style="width:2.4cm">${ENGLISH}</p>
<p class=off>Verantwortungsbewusstsein ohne</p><p class=own>Verantwortungsbewusstsein mit</p><p lang=ja>Unverantwortlichkeiten ja</p>`;

describe.skipIf(withoutChromium)("hyphens: auto", () => {
  const service = commonService();

  const WAYS: readonly (readonly [says: string, body: string])[] = [
    ["without script", BODY],
    ["in rules for paper", BODY.replace("<style>", "<style>@media print{").replace("</style>", "}</style>")],
    ["with script", `${BODY}<script>0</script>`],
    ["with script that asks for its address", `${BODY}<script>location.href</script>`],
  ];

  test.each(chosen(WAYS, [1, 3]))("%s", async (_, body) => {
    const html = `<!doctype html><html lang=de><title>x</title>${body}`;
    const { body: pdf } = expectOk(await call(service(), "POST", HTML_TO_PDF, { value: { html } }));
    const read = async (...options: string[]): Promise<string> =>
      withFile(pdf, async (path) => (await run("pdftotext", [...options, path, "-"])).stdout.toString("utf8"));
    const [lines, text] = await Promise.all([read("-layout"), read()]);
    // Two of the languages, and what they say is theirs.
    expect(lines).toMatch(/Donaudampf-$/mu);
    expect(lines).toMatch(/Interna(?:tion)?(?:al)?(?:iza)?-$/mu);
    expect(lines).toContain("Verantwortungsbewusstsein");
    expect(lines).toContain("Unverantwortlichkeiten");
    // Words are whole for readers.
    expect(text).not.toMatch(/[\u00ad\u2010]/u);
    expect(text.replaceAll(/-\n/g, "").replaceAll(/\s+/g, " ")).toContain(`${GERMAN} ${ENGLISH}`);
    expect((await outlineOf(pdf)).map(({ text: title }) => title)).toEqual(["Rechtsschutzversicherungsgesellschaften"]);
  });
});
