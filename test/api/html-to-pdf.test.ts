import { execFileSync } from "node:child_process";
import { afterAll, describe, expect, test } from "vitest";
import { entry, zipOf } from "../../src/engines/conformance/documents/made-archives.ts";
import { chargedBy, newClient } from "./accounts.ts";
import { upload } from "./client.ts";
import {
  fileOf,
  HTML_TO_PDF,
  pageCount,
  pixelAt,
  printed,
  printForm,
  printJson,
  startSite,
  textOf,
  withoutChromium,
} from "./html-to-pdf.ts";
import { resultOf, untilFinal } from "./jobs.ts";
import { expectFailure, expectFault, expectOk, faults, json, otherWarnings, savedName } from "./reply.ts";
import { sharedService } from "./service.ts";

/* Contract, section 8, html-to-pdf: where the document comes from, how it is loaded and what is waited for. */

const PNG_RED = execFileSync("convert", ["-size", "200x200", "xc:red", "png:-"]);
const RED = [255, 0, 0];

const site = await startSite((request, response) => {
  const url = new URL(request.url ?? "/", "http://site");
  switch (url.pathname) {
    case "/page":
      response.setHeader("content-type", "text/html; charset=utf-8");
      response.end("<title>A page</title><p>From the site<script>document.write(' ' + navigator.userAgent)</script>");
      break;
    case "/red.png":
      response.setHeader("content-type", "image/png");
      response.end(PNG_RED);
      break;
    case "/late":
      setTimeout(() => response.setHeader("access-control-allow-origin", "*").end("late news"), 700);
      break;
    case "/hops": {
      const left = Number(url.searchParams.get("left"));
      response.writeHead(302, { location: left > 1 ? `/hops?left=${left - 1}` : "/page" }).end();
      break;
    }
    case "/missing":
      response.writeHead(404, { "content-type": "text/html" }).end("<p>No such page");
      break;
    default:
      response.writeHead(404).end();
  }
});
afterAll(() => site.close());

describe.skipIf(withoutChromium)("html-to-pdf", () => {
  const service = sharedService({ QUIRE_WORKERS: "1", QUIRE_OUTBOUND_ALLOW: site.host }, { keepsResults: true });
  const print = (parameters: object): Promise<Buffer> => printed(service(), parameters);
  const textFrom = async (parameters: object): Promise<string> => textOf(await print(parameters));

  test("a URL is followed through 5 redirects, and not through 6", async () => {
    expect(await textFrom({ url: `${site.origin}/hops?left=5` })).toContain("From the site");
    const { detail } = expectFailure(
      await printJson(service(), { url: `${site.origin}/hops?left=6` }),
      400,
      "url_fetch_failed",
    );
    expect(detail).toMatch(/more than 5 times/);
  });

  describe("the document", () => {
    test.each(["html", "html_content"])("as %s in JSON: UTF-8, whatever it says of itself", async (field) => {
      const html = "<meta charset=windows-1252><p>größer – 漢字</p>";
      expect(await textFrom({ [field]: html })).toBe("größer – 漢字");
    });

    test("in a form, as text and as a file", async () => {
      const html = "<p>größer</p>";
      const replies = await Promise.all([
        printForm(service(), { html, margin_left: "1in" }),
        printForm(service(), {}, [fileOf(html, { name: "html" })]),
        printForm(service(), {}, [fileOf(html)]),
      ]);
      expect(await Promise.all(replies.map((reply) => textOf(expectOk(reply).body)))).toEqual(Array(3).fill("größer"));
    });

    test.each([
      ["utf-16le", "\ufeff<p>größer – 日本語"],
      ["shift_jis", "<meta charset=shift_jis><p>日本語"],
      ["windows-1252", "<p>größer – 5 €"],
    ])("a file in %s", async (charset, html) => {
      const content = execFileSync("iconv", ["-f", "utf-8", "-t", charset], { input: html });
      const reply = expectOk(await printForm(service(), {}, [fileOf(content)]));
      expect(await textOf(reply.body)).toBe(html.replaceAll(/<[^>]*>|\ufeff/g, ""));
    });

    const SITE_HTML =
      '<link rel=stylesheet href=css/look.css><style>@page{margin:0}</style><p>Site<img src="images/r%C3%B6t.png">';
    const LOOK = "body{margin:0;background:url(../images/röt.png)}";
    const siteFiles = (folder = "") => [
      entry(`${folder}index.html`, SITE_HTML),
      entry(`${folder}css/look.css`, LOOK),
      entry(`${folder}images/röt.png`, PNG_RED, { method: "store" }),
    ];

    test.each([
      ["index.html in its root", siteFiles()],
      ["index.html in its only folder", [...siteFiles("site/"), entry("__MACOSX/site/._index.html", "x")]],
    ])("a ZIP with %s", async (_, files) => {
      const reply = expectOk(await printForm(service(), {}, [fileOf(zipOf(files), { filename: "site.zip" })]));
      expect(await textOf(reply.body)).toBe("Site");
      expect(await pixelAt(reply.body, 20, 20)).toEqual(RED);
      expect([savedName(reply), otherWarnings(reply)]).toEqual(["document.pdf", []]);
    });

    test("assets beside it, with and without script", async () => {
      for (const script of ["", "<script>1</script>"]) {
        const html = `<style>@page{margin:0}body{margin:0}</style><img src="a/red.png">${script}`;
        const asset = fileOf(PNG_RED, { name: "a/red.png", filename: "a/red.png" });
        // oxlint-disable-next-line eslint/no-await-in-loop -- one and then the other
        const reply = expectOk(await printForm(service(), { html }, [asset]));
        expect([await pixelAt(reply.body, 20, 20), otherWarnings(reply)].flat()).toEqual(RED);
      }
    });

    test("base_url: where relative URLs lead", async () => {
      const html = "<style>@page{margin:0}body{margin:0}</style><img src=red.png>";
      expect(await pixelAt(await print({ html, base_url: `${site.origin}/x/../` }), 20, 20)).toEqual(RED);
      const reply = expectOk(await printJson(service(), { html }));
      expect(otherWarnings(reply)).toEqual([expect.stringMatching(/^resource_failed;url=.*red\.png/)]);
    });
  });

  describe("a page of the web", () => {
    test("is printed under the name of its host", async () => {
      const reply = expectOk(await printJson(service(), { url: ` ${site.origin}/page ` }));
      expect(await textOf(reply.body)).toContain("From the site");
      expect(savedName(reply)).toBe("127.0.0.1.pdf");
    });

    test("headers, cookies and user_agent are sent with the request", async () => {
      const parameters = {
        url: `${site.origin}/page?sent`,
        headers: { "X-Token": "t 1", Authorization: "Bearer x" },
        cookies: [
          { name: "session", value: "s1", path: "/page" },
          { name: "other", value: "o", path: "/else", expires: 1 },
        ],
        user_agent: "Printer/1",
      };
      const reply = expectOk(await printJson(service(), parameters));
      expect(await textOf(reply.body)).toContain("Printer/1");
      const { headers } = site.requests.find(({ url }) => url === "/page?sent") ?? { headers: {} };
      expect(headers).toMatchObject({
        "x-token": "t 1",
        authorization: "Bearer x",
        cookie: "session=s1",
        "user-agent": "Printer/1",
      });
      expect(otherWarnings(reply)).toEqual(['unknown_field;name="cookies[1].expires"']);
    });

    test("a field that does not apply to the source is reported", async () => {
      const url = expectOk(await printJson(service(), { url: `${site.origin}/page`, base_url: "https://a.example/" }));
      expect(otherWarnings(url)).toEqual(["unused_field;name=base_url"]);
      const html = expectOk(
        await printJson(service(), { html: "x", headers: { a: "b" }, cookies: [{ name: "a", value: "" }] }),
      );
      expect(otherWarnings(html)).toEqual(["unused_field;name=headers", "unused_field;name=cookies"]);
    });

    test("fail_on_http_error", async () => {
      const url = `${site.origin}/missing`;
      expect(await textFrom({ url })).toBe("No such page");
      expectFailure(await printJson(service(), { url, fail_on_http_error: true }), 400, "url_fetch_failed");
    });
  });

  describe("scripts and waiting", () => {
    test("javascript", async () => {
      const html = "<p>static<script>document.write(' dynamic')</script><noscript> without</noscript>";
      expect(await textFrom({ html })).toBe("static dynamic");
      expect(await textFrom({ html, javascript: false })).toBe("static without");
    });

    test("wait_until domcontentloaded does not wait for what the document has in it", async () => {
      const html = `<p>x<iframe hidden src="${site.origin}/late"></iframe><script>onload=()=>document.body.append(" loaded")</script>`;
      expect(await textFrom({ html, wait_until: "domcontentloaded" })).toBe("x");
      expect(await textFrom({ html })).toBe("x loaded");
    });

    test("wait_until networkidle waits for what scripts fetch", async () => {
      const html = `<p>x<img src="${site.origin}/late"><script>addEventListener("load",()=>fetch("${site.origin}/late").then(r=>r.text()).then(t=>document.body.append(t)))</script>`;
      expect(await textFrom({ html, wait_until: "load" })).toBe("x");
      expect(await textFrom({ html, wait_until: "networkidle" })).toBe("x late news");
    });

    test("wait_for_selector", async () => {
      const html = "<p>x<script>setTimeout(()=>{document.body.innerHTML='<b id=done>done</b>'},400)</script>";
      expect(await textFrom({ html })).toBe("x");
      expect(await textFrom({ html, wait_for_selector: "b#done" })).toBe("done");
    });

    test("wait_for_expression, a promise too", async () => {
      const html = "<p>x<script>setTimeout(()=>{window.ready=true;document.body.textContent='ready'},400)</script>";
      expect(await textFrom({ html, wait_for_expression: "window.ready === true" })).toBe("ready");
      const promise = "new Promise(resolve => setTimeout(() => resolve(true), 600))";
      expect(await textFrom({ html, wait_for_expression: promise })).toBe("ready");
    });

    test("delay_ms", async () => {
      const html = "<p>x<script>setTimeout(()=>{document.body.textContent='late'},400)</script>";
      expect(await textFrom({ html, delay_ms: 800 })).toBe("late");
    });

    test.each([
      ["wait_for_selector", "#never", "render_failed"],
      ["wait_for_expression", "window.never", "render_failed"],
      ["wait_for_selector", "p:::", "render_failed"],
      ["wait_for_expression", "throw", "render_failed"],
    ])("%s=%s that never comes ends with timeout_ms", async (field, value, code) => {
      const html = "<p>x<script>1</script>";
      expectFailure(await printJson(service(), { html, [field]: value, timeout_ms: 800 }), 400, code);
    });

    test("fail_on_console_error", async () => {
      const html = "<p>x<script>missing()</script>";
      const reply = expectOk(await printJson(service(), { html }));
      expect(otherWarnings(reply)).toEqual([expect.stringMatching(/^console_error;message=".*missing/)]);
      expectFailure(await printJson(service(), { html, fail_on_console_error: true }), 400, "render_failed");
    });

    test("fail_on_resource_error", async () => {
      const html = `<p>x<img src="${site.origin}/no.png"><script src=none.js></script>`;
      const reply = expectOk(await printJson(service(), { html }));
      // They may come in any order.
      expect(otherWarnings(reply).toSorted()).toEqual([
        expect.stringMatching(/^resource_failed;url=/),
        expect.stringMatching(/^resource_failed;url=/),
      ]);
      expect(otherWarnings(reply).join(" ")).toMatch(/no\.png/);
      expect(otherWarnings(reply).join(" ")).toMatch(/none\.js/);
      expectFailure(await printJson(service(), { html, fail_on_resource_error: true }), 400, "render_failed");
    });
  });

  describe("the request", () => {
    test("every wrong parameter is reported", async () => {
      const reply = await printJson(service(), {
        html: "x",
        page_size: "A9",
        orientation: "up",
        margin_top: "3in",
        scale: 3,
        media: "tv",
        media_features: { "prefers-color-scheme": "red", hover: "none" },
        base_url: "file:///",
        wait_until: "never",
        delay_ms: 10_001,
        timeout_ms: 60_001,
        language: "not a language",
        user_agent: "a\r\nb",
        headers: {
          Host: "x",
          "Content-Length": "1",
          "Proxy-Authorization": "x",
          "X-A": "a\r\nX-B: b",
          "a b": "c",
          Cookie: "a",
        },
        cookies: [
          { name: "a", value: "b\r\nc" },
          { name: "a;b", value: "" },
          { value: "a" },
          "a=b",
          { name: "a", value: "b", domain: "a b" },
        ],
        metadata: { title: 1 },
        tagged: "maybe",
      });
      expect(reply.status).toBe(422);
      const places = faults(reply).map(({ loc }) => loc.slice(1).join("."));
      expect(places.toSorted()).toEqual(
        [
          ..."page_size orientation margin_top scale media base_url wait_until delay_ms timeout_ms language user_agent tagged".split(
            " ",
          ),
          ...["prefers-color-scheme", "hover"].map((name) => `media_features.${name}`),
          ...["Host", "Content-Length", "Proxy-Authorization", "X-A", "a b", "Cookie"].map((name) => `headers.${name}`),
          ...[0, 1, 2, 3, 4].map((index) => `cookies.${index}`),
          "metadata.title",
        ].toSorted(),
      );
      expect(reply.body.toString()).not.toMatch(/X-B|b\\r\\nc/);
    });

    test("a form says the same as JSON", async () => {
      const fields = {
        html: "<p>x",
        page_numbers: "yes",
        page_size: "A5",
        metadata: '{"subject":"S"}',
        media_features: '{"prefers-color-scheme":"dark"}',
        headers: "",
        timeout_ms: "20000",
      };
      const form = expectOk(await printForm(service(), fields));
      const same = {
        html: "<p>x",
        page_numbers: true,
        page_size: "A5",
        metadata: { subject: "S" },
        media_features: { "prefers-color-scheme": "dark" },
      };
      expect((await print(same)).equals(form.body)).toBe(true);
    });

    test("wait_for_expression needs javascript", async () => {
      const reply = await printJson(service(), { html: "x", javascript: false, wait_for_expression: "true" });
      expectFault(reply, { loc: ["body", "wait_for_expression"] });
    });

    test("asynchronously, with assets, the result is the same", async () => {
      const html = "<style>@page{margin:0}body{margin:0}</style><img src=red.png>";
      const asset = fileOf(PNG_RED, { name: "red.png", filename: "red.png" });
      const now = expectOk(await printForm(service(), { html }, [asset]));
      const accepted = await upload(service(), { path: `${HTML_TO_PDF}?async=true`, fields: { html }, more: [asset] });
      expect(accepted.status).toBe(202);
      const { job_id: id } = json(accepted) as { readonly job_id: string };
      expect(await untilFinal(service(), id)).toMatchObject({
        status: "complete",
        credits: { charged: 2 },
        progress: { percent: 100 },
      });
      expect((await resultOf(service(), id)).body.equals(now.body)).toBe(true);
    });

    test("above 5 MiB of body it becomes a job by itself", async () => {
      const accepted = await printJson(service(), { html: `<!--${"x".repeat(5 * 2 ** 20)}--><p>x` });
      expect(accepted.status).toBe(202);
      const { job_id: id } = json(accepted) as { readonly job_id: string };
      expect(await untilFinal(service(), id)).toMatchObject({ status: "complete" });
      expect(await textOf((await resultOf(service(), id)).body)).toBe("x");
    });

    test.each([
      [1, 2],
      [25, 2],
      [26, 3],
      [51, 4],
    ])("%d pages cost %d credits", async (pages, price) => {
      const { key } = await newClient(service(), 100);
      const html = "<p style='break-after:page'>x".repeat(pages - 1);
      const reply = expectOk(await printJson(service(), { html: `${html}<p>x` }, { key }));
      expect([await pageCount(reply.body), chargedBy(reply)]).toEqual([pages, price]);
    });
  });
});
