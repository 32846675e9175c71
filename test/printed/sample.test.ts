import { describe, expect, test } from "vitest";
import { validate } from "../../packages/pdfa/src/index.ts";
import { call } from "../api/accounts.ts";
import { HTML_TO_PDF, withoutChromium } from "../api/html-to-pdf.ts";
import { expectFailure, expectFault, expectOk, warnings } from "../api/reply.ts";
import { commonService } from "../api/service.ts";
import { DOCUMENTS } from "./documents.ts";

/* A few printed documents, judged by our own validator. documents.test.ts asks veraPDF about all of them. */

const SAMPLE = ["html: links", "html: merged cells", "markdown: everything", "json: nested", "template: an invoice"];
const sample = DOCUMENTS.filter(({ name }) => SAMPLE.includes(name));

const PICTURE =
  "data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAUAAAAFCAYAAACNbyblAAAAHElEQVQI12P4//8/w38GIAXDIBKE0DHxgljNBAAO9TXL0Y4OHwAAAABJRU5ErkJggg==";
const UNDESCRIBED = `<html lang="en"><title>Picture</title><img src="${PICTURE}">`;

describe.skipIf(withoutChromium)("the accessibility of what is printed", () => {
  const service = commonService();
  const print = (path: string, value: object) => call(service(), "POST", path, { value });

  test.each(sample)("$name claims PDF/UA-1 without being asked, and keeps it", async ({ path, value }) => {
    const { body } = expectOk(await print(path, value));
    const { accessibility } = validate(body, { accessibility: "ua1" });
    expect([accessibility?.claimed, accessibility?.findings]).toEqual(["PDF/UA-1", []]);
  });

  test.each([
    [{ pdfua: 2 }, "ua2", undefined],
    [{ pdfua: 2, pdfa: "4" }, "ua2", "4"],
    [{ pdfua: 1, pdfa: "2a" }, "ua1", "2a"],
    [{ pdfua: 1, pdfa: "1b" }, "ua1", "1b"],
  ] as const)("%j is kept", async (options, accessibility, flavour) => {
    const [document] = sample;
    const { body } = expectOk(await print(document?.path ?? "", { html: "<h1>A</h1><p>b", ...options }));
    const report = validate(body, { accessibility, flavour });
    expect(report.accessibility?.findings).toEqual([]);
    expect(flavour === undefined || report.isCompliant).toBe(true);
  });

  test("a picture without alternative text is said, and nothing is claimed", async () => {
    const reply = expectOk(await print(HTML_TO_PDF, { html: UNDESCRIBED }));
    expect(warnings(reply).join()).toContain("alternative_text_missing");
    expect(validate(reply.body, { accessibility: "ua1" }).accessibility?.claimed).toBeNull();
  });

  test("each is named by its element; what is hidden from readers is none", async () => {
    const drawing = '<svg id="a" width="9" height="9"><path d="M0 0h9v9z"/></svg>';
    const html = `<html lang="en"><title>x</title><p>Text <img class="b" src="${PICTURE}"> ${drawing}
      ${drawing.replace('id="a"', "aria-hidden=true")} ${drawing.replace('id="a"', "role=presentation")}
      ${drawing.replace('id="a"', 'aria-label="A square"')} ${drawing.replace("<path", "<text>T</text><path")}`;
    const reply = expectOk(await print(HTML_TO_PDF, { html }));
    expect(warnings(reply)).toEqual([
      `alternative_text_missing;page=1;element="<img class='b' src='data:image/png;base64,iV...'>"`,
      `alternative_text_missing;page=1;element="<svg id='a'>"`,
    ]);
    const { body } = expectOk(
      await print(HTML_TO_PDF, { html: html.replaceAll(/<img[^>]*>|<svg id="a".*?<\/svg>/gu, "") }),
    );
    expect(validate(body, { accessibility: "ua1" }).accessibility?.claimed).toBe("PDF/UA-1");
  });

  test("a document of nothing is tagged like any other", async () => {
    const { body } = expectOk(await print(HTML_TO_PDF, { html: " ", language: "en" }));
    const { accessibility } = validate(body, { accessibility: "ua1" });
    expect([accessibility?.claimed, accessibility?.findings]).toEqual(["PDF/UA-1", []]);
  });

  test("asked for PDF/UA, it is refused with the clause", async () => {
    const { detail } = expectFailure(await print(HTML_TO_PDF, { html: UNDESCRIBED, pdfua: 1 }), 400, "not_convertible");
    expect(detail).toMatch(/^The document cannot be made to conform to PDF\/UA-1: \[7\.3-1\] .+ on page 1/);
  });

  test("a language that nothing states is guessed, and said", async () => {
    const html = "<p>Das ist ein Brief, der nicht sagt, in welcher Sprache er und die Anlagen geschrieben sind.";
    const reply = expectOk(await print(HTML_TO_PDF, { html }));
    expect(warnings(reply)).toEqual(["language_guessed;language=de"]);
    expect(warnings(expectOk(await print(HTML_TO_PDF, { html, language: "de-AT" })))).toEqual([]);
    expect(warnings(expectOk(await print(HTML_TO_PDF, { html, tagged: false })))).toEqual([]);
  });

  test.each([
    [{ pdfua: 3 }, "pdfua"],
    [{ pdfua: 2, pdfa: "2b" }, "pdfua"],
    [{ pdfua: 1, pdfa: "4" }, "pdfua"],
    [{ pdfua: 1, tagged: false }, "tagged"],
    [{ pdfa: "2a", tagged: false }, "tagged"],
    [{ pdfa: "9" }, "pdfa"],
    [{ language: "not a language" }, "language"],
  ])("%j is a fault of the request", async (options, field) => {
    expectFault(await print(HTML_TO_PDF, { html: "<p>x", ...options }), { loc: ["body", field] });
  });
});
