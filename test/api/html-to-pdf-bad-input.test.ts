import { execFileSync } from "node:child_process";
import { mkdtempSync, readFileSync, rmSync } from "node:fs";
import { createServer } from "node:https";
import type { AddressInfo } from "node:net";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, test } from "vitest";
import { entry, type MadeEntry, zipOf } from "../../src/engines/conformance/documents/made-archives.ts";
import { call } from "./accounts.ts";
import { fileOf, printForm, printJson, startSite, textOf, withoutChromium } from "./html-to-pdf.ts";
import { fixture } from "./programs.ts";
import { expectFailure, expectFault, expectOk, json, warnings } from "./reply.ts";
import { sharedService, withService } from "./service.ts";

/* Contract, sections 8 and 10: what html-to-pdf refuses, and what it endures. */

/** An image of 10 MB. */
const IMAGE = execFileSync(
  "convert",
  ["-size", "1900x1750", "xc:red", "-define", "png:compression-level=0", "png24:-"],
  { maxBuffer: 20_000_000 },
);

/** A site that must not be reached. */
const secret = await startSite((_request, response) => response.end("<p>secret"));

const site = await startSite((request, response) => {
  const url = new URL(request.url ?? "/", "http://site");
  switch (url.pathname) {
    case "/redirect":
      response.writeHead(302, { location: url.searchParams.get("to") ?? "/" }).end();
      break;
    case "/refresh":
      response.setHeader("content-type", "text/html");
      response.end(`<meta http-equiv=refresh content="0;url=${secret.origin}/"><p>refresh`);
      break;
    case "/loop":
      response.writeHead(302, { location: "/loop" }).end();
      break;
    case "/pdf":
      response.setHeader("content-type", "application/pdf").end(fixture("four-colours.pdf"));
      break;
    case "/download":
      response.setHeader("content-disposition", "attachment; filename=x.html");
      response.setHeader("content-type", "text/html").end("<p>x");
      break;
    case "/archive":
      response.setHeader("content-type", "application/octet-stream").end("x");
      break;
    case "/busy":
      response.setHeader("content-type", "text/html");
      response.end("<p>busy<script>setInterval(()=>fetch('/x'+Math.random()),50)</script>");
      break;
    case "/silent":
      break;
    case "/endless.js":
      response.setHeader("content-type", "text/javascript");
      endless(
        () => response.write(" ".repeat(1 << 20)),
        (stop) => response.on("close", stop),
      );
      break;
    case "/gallery":
      response.setHeader("content-type", "text/html");
      response.end(`<p>gallery${Array.from({ length: 50 }, (_, index) => `<img src="/image/${index}">`).join("")}`);
      break;
    default:
      response.setHeader("content-type", "image/png").end(url.pathname.startsWith("/image/") ? IMAGE : "");
  }
});

/** Writes megabytes, one after the other, as long as the reader takes them. */
function endless(write: () => boolean, onClose: (stop: () => void) => void): void {
  const timer = setInterval(write, 5);
  onClose(() => clearInterval(timer));
}

const certificates = mkdtempSync(join(tmpdir(), "quire-certificate-"));
execFileSync(
  "openssl",
  [
    "req",
    "-x509",
    "-newkey",
    "rsa:2048",
    "-nodes",
    "-subj",
    "/CN=localhost",
    "-days",
    "2",
    "-keyout",
    "key",
    "-out",
    "cert",
  ],
  { cwd: certificates, stdio: "ignore" },
);
const tls = createServer(
  { key: readFileSync(join(certificates, "key")), cert: readFileSync(join(certificates, "cert")) },
  (_request, response) => response.end("<p>secret"),
);
await new Promise<void>((resolve) => {
  tls.listen(0, "127.0.0.1", resolve);
});
const tlsHost = `127.0.0.1:${(tls.address() as AddressInfo).port}`;

afterAll(async () => {
  tls.closeAllConnections();
  tls.close();
  rmSync(certificates, { recursive: true });
  await Promise.all([site.close(), secret.close()]);
});

/**
 * Whether this is the full run, which has the test that takes longer than the others together; src/platform/egress
 * tests the bound.
 */
const full = process.env["QUIRE_TEST_FULL"] === "1";

describe.skipIf(withoutChromium)("html-to-pdf, bad input", () => {
  const service = sharedService({ QUIRE_WORKERS: "1", QUIRE_OUTBOUND_ALLOW: `${site.host},${tlsHost}` });
  const send = (parameters: object) => printJson(service(), parameters);
  const sendFile = (content: Buffer | string) => printForm(service(), {}, [fileOf(content)]);

  test.each([
    [{}, "html"],
    [{ url: null, html: null }, "html"],
    [{ html: "x", url: "https://example.com/" }, "url"],
    [{ html: "" }, "html"],
    [{ html: 1 }, "html"],
    [{ url: "example.com" }, "url"],
    [{ url: "" }, "url"],
  ])("%j names no document, or two", async (parameters, field) => {
    expectFault(await send(parameters), { loc: ["body", field] });
  });

  test("two documents in a form, and a URL with assets", async () => {
    expectFault(await printForm(service(), { html: "x" }, [fileOf("y")]), { loc: ["body", "file"] });
  });

  describe("addresses that no document may see", () => {
    const { port } = new URL(secret.origin);
    test.each([
      "file:///etc/passwd",
      "FILE:///etc/passwd",
      "file://localhost/etc/passwd",
      "view-source:file:///etc/passwd",
      "chrome://version",
      "about:blank",
      "data:text/html,x",
      "javascript:alert(1)",
      "ftp://127.0.0.1/",
      secret.origin,
      `http://localhost:${port}/`,
      `HTTP://LOCALHOST:${port}/`,
      `http://[::1]:${port}/`,
      `http://[::ffff:127.0.0.1]:${port}/`,
      `http://2130706433:${port}/`,
      `http://0x7f.1:${port}/`,
      `http://0177.0.0.1:${port}/`,
      `http://127.1:${port}/`,
      `http://0:${port}/`,
      `http://127.0.0.1.:${port}/`,
      `http://user:password@127.0.0.1:${port}/`,
      "http://169.254.169.254/latest/meta-data/",
      "http://10.0.0.1/",
      "http://192.168.1.1/",
      "http://[fd00::1]/",
    ])("%s", async (url) => {
      const { detail } = expectFailure(await send({ url }), 400, "url_blocked");
      expect(detail).not.toMatch(/user:|secret|passwd/);
    });

    test("by a redirect, a refresh, and from within a document", async () => {
      const to = encodeURIComponent(`${secret.origin}/`);
      expectFailure(await send({ url: `${site.origin}/redirect?to=${to}` }), 400, "url_blocked");
      expectFailure(await send({ url: `${site.origin}/redirect?to=file:///etc/passwd` }), 400, "url_fetch_failed");
      const refreshed = await send({ url: `${site.origin}/refresh`, delay_ms: 300 });
      expect(refreshed.body.toString("latin1")).not.toContain("secret");
      const html = `<p>x<img src="${secret.origin}/a.png"><iframe src="${secret.origin}/"></iframe><img src="file:///etc/hostname"><iframe src="file:///etc/passwd"></iframe><script>fetch("${secret.origin}/b").catch(()=>{})</script>`;
      const reply = expectOk(await send({ html }));
      expect(warnings(reply).join()).toMatch(/resource_blocked;url=/);
      expect(await textOf(reply.body)).toBe("x");
    });

    test("by a long URL, and one with characters of its own", async () => {
      for (const path of ["a".repeat(3000), "?q=größe|^`{}#part", "%zz/../ä ö"]) {
        // oxlint-disable-next-line eslint/no-await-in-loop -- one after the other is soon enough
        expectFailure(await send({ url: `${secret.origin}/${path}` }), 400, "url_blocked");
      }
    });

    test("by a redirect to a URL with a password", async () => {
      const to = encodeURIComponent(`http://user:password@${secret.host}/`);
      expectFailure(await send({ url: `${site.origin}/redirect?to=${to}` }), 400, "url_blocked");
    });

    test("no request arrived", () => {
      expect(secret.requests.map(({ url }) => url)).toEqual([]);
    });
  });

  test.each([
    ["/pdf", "url_fetch_failed"],
    ["/download", "url_fetch_failed"],
    ["/archive", "url_fetch_failed"],
    ["/loop", "url_fetch_failed"],
  ])("a response that is no page: %s", async (path, code) => {
    expectFailure(await send({ url: site.origin + path }), 400, code);
  });

  test("a host that is silent, one without a name, and one whose certificate is not in order", async () => {
    expectFailure(await send({ url: `${site.origin}/silent`, timeout_ms: 700 }), 400, "url_fetch_failed");
    expectFailure(await send({ url: "http://no-such-host.invalid/" }), 400, "url_fetch_failed");
    expectFailure(await send({ url: `https://${tlsHost}/` }), 400, "url_fetch_failed");
  });

  test.each([
    ["an endless script", { html: "<p>x<script>for(;;);</script>" }, "document_too_complex"],
    ["an endless script after loading", { html: "<p>x<script>onload=()=>{for(;;);}</script>" }, "document_too_complex"],
    ["a page that is never idle", { url: `${site.origin}/busy`, wait_until: "networkidle" }, "render_failed"],
    ["a script without end", { html: `<p>x<script src="${site.origin}/endless.js"></script>` }, "document_too_complex"],
    [
      "nodes without number",
      {
        html: "<script>for(let i=0;i<2e6;i++){const d=document.createElement('div');d.textContent=i;document.documentElement.append(d)}</script>",
      },
      "document_too_complex",
    ],
  ])("%s", async (_, parameters, code) => {
    expectFailure(await send({ ...parameters, timeout_ms: 1500 }), 400, code);
    expectOk(await send({ html: "<p>still working" }));
  });

  test.runIf(full)("500 MB of images: those that are beyond the bound are left out and reported", async () => {
    const reply = await send({ url: `${site.origin}/gallery`, timeout_ms: 60_000 });
    expect(await textOf(expectOk(reply).body)).toBe("gallery");
    expect(warnings(reply).some((warning) => warning.includes("/image/"))).toBe(true);
  });

  test("alerts are dismissed", async () => {
    const html =
      "<p>x<script>for(let i=0;i<50;i++){alert(1);confirm(2);prompt(3)}document.body.append(' after')</script>";
    expect(await textOf(expectOk(await send({ html })).body)).toBe("x after");
  });

  test("what is no HTML and no ZIP", async () => {
    expectFailure(await sendFile(fixture("four-colours.pdf")), 400, "unsupported_file_type");
    expectFailure(await sendFile(Buffer.from([0, 1, 2, 3])), 400, "unsupported_file_type");
    expectFailure(await sendFile(""), 400, "empty_file");
  });

  const index = entry("index.html", "<p>index");
  test.each<[string, readonly MadeEntry[] | Buffer, string]>([
    ["no index.html", [entry("page.html", "x")], "unsupported_file_type"],
    ["nothing", [], "unsupported_file_type"],
    ["index.html two folders deep", [entry("a/b/index.html", "x")], "unsupported_file_type"],
    ["index.html in one of two folders", [entry("a/index.html", "x"), entry("b/x", "")], "unsupported_file_type"],
    ["../", [index, entry("../../x.html", "")], "unsupported_file_type"],
    ["a link", [index, entry("passwd", "/etc/passwd", { mode: 0o120_777 })], "unsupported_file_type"],
    ["an encrypted file", [index, entry("x", "x", { flags: 1 })], "unsupported_file_type"],
    [
      "files of 10 GB, by its own words",
      [index, ...[1, 2, 3].map((n) => entry(`${n}`, "x", { sizeBytes: 4_000_000_000 }))],
      "document_too_complex",
    ],
    ["a file of 300 MB", [index, entry("x", Buffer.alloc(300_000_000))], "document_too_complex"],
    ["files without number", Array.from({ length: 10_001 }, (_, n) => entry(`${n}`, "")), "document_too_complex"],
    ["its end cut off", zipOf([index]).subarray(0, -10), "unsupported_file_type"],
  ])("a ZIP with %s", async (_, archive, code) => {
    const content = Buffer.isBuffer(archive) ? archive : zipOf(archive);
    expectFailure(await printForm(service(), {}, [fileOf(content, { filename: "site.zip" })]), 400, code);
  });

  test("assets that lead elsewhere", async () => {
    const asset = fileOf("x", { name: "a", filename: "../../etc/passwd" });
    expectFault(await printForm(service(), { html: "x" }, [asset]), { type: "value_error", loc: ["body", "a"] });
  });
});

describe.skipIf(withoutChromium)("with QUIRE_OUTBOUND=off", () => {
  const service = sharedService({
    QUIRE_WORKERS: "1",
    QUIRE_OUTBOUND: "off",
    QUIRE_OUTBOUND_ALLOW: site.host,
  });

  test("nothing is fetched, and documents that need nothing are printed", async () => {
    expectFailure(await printJson(service(), { url: `${site.origin}/pdf` }), 400, "url_blocked");
    const url = `${site.origin}/image/1`;
    const reply = await printJson(service(), { html: `<p>x<img src="${url}">` });
    expect(await textOf(expectOk(reply).body)).toBe("x");
    expect(warnings(reply).join()).toContain("resource_blocked");
  });
});

test("without a browser html-to-pdf says so, and the service does all else", async () => {
  await withService({ QUIRE_CHROMIUM: "/nowhere/chromium" }, async (service) => {
    const { detail } = expectFailure(await printJson(service, { html: "x" }), 503, "engine_unavailable");
    expect(detail).toMatch(/Chromium/);
    const ready = await call(service, "GET", "/health/ready");
    expect(ready.status).toBe(200);
    expect(json(ready)).toMatchObject({
      engines: expect.arrayContaining([{ name: "chromium", state: "degraded" }]),
    });
  });
});
