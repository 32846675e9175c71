import type { ServerResponse } from "node:http";

/* The answers of a site: something of the kind that was asked for, so that a page goes on with it. */

const PNG = Buffer.from(
  "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==",
  "base64",
);
const SVG =
  '<svg xmlns="http://www.w3.org/2000/svg" width="9" height="9"><g id="a"><rect width="9" height="9"/></g></svg>';

const ANSWERS: Readonly<Record<string, readonly [mediaType: string, body: string | Buffer]>> = {
  css: ["text/css", "p{}"],
  html: ["text/html", '<p id="reached">reached'],
  js: ["text/javascript", "0"],
  json: ["application/json", "{}"],
  png: ["image/png", PNG],
  sse: ["text/event-stream", "data: x\n\n"],
  svg: ["image/svg+xml", SVG],
  txt: ["text/plain", "reached"],
  xsl: ["text/xsl", '<xsl:stylesheet version="1.0" xmlns:xsl="http://www.w3.org/1999/XSL/Transform"/>'],
};

const OPEN = { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*", "Cache-Control": "no-store" };

export function visitAnswer(pathname: string, response: ServerResponse): void {
  const [mediaType, body] = ANSWERS[/\.(\w+)$/.exec(pathname)?.[1] ?? ""] ?? ["application/octet-stream", "reached"];
  response.writeHead(200, { ...OPEN, "Content-Type": mediaType }).end(body);
}

/** Answers with a document of a host that may be reached, which leads to `to`. */
export function helperAnswer(name: string, to: string, response: ServerResponse): void {
  const send = (mediaType: string, body: string, headers: Readonly<Record<string, string>> = {}): void => {
    response.writeHead(200, { ...OPEN, "Content-Type": mediaType, ...headers }).end(body);
  };
  const quoted = JSON.stringify(to);
  const attribute = to.replaceAll("&", "&amp;").replaceAll('"', "&quot;");
  const status = /^redirect-(\d{3})$/.exec(name)?.[1];
  if (status !== undefined) {
    response.writeHead(Number(status), { ...OPEN, Location: to }).end();
    return;
  }
  switch (name) {
    case "service-worker":
      send(
        "text/javascript",
        `addEventListener("install", (event) => event.waitUntil(fetch(${quoted}, { mode: "no-cors" })));`,
        {
          "Service-Worker-Allowed": "/",
        },
      );
      return;
    case "worker":
      send("text/javascript", `fetch(${quoted}, { mode: "no-cors" });`);
      return;
    case "frame":
      send("text/html", `<script>fetch(${quoted}, { mode: "no-cors" })</script><img src="${attribute}?img">`);
      return;
    case "style":
      send("text/css", `@import url(${quoted});`);
      return;
    case "drawing":
      send(
        "image/svg+xml",
        `<svg xmlns="http://www.w3.org/2000/svg"><image width="9" height="9" href="${attribute}"/></svg>`,
      );
      return;
    case "xml-xsl":
      send("text/xml", `<?xml-stylesheet type="text/xsl" href="${attribute}"?><p/>`);
      return;
    case "xml-css":
      send("text/xml", `<?xml-stylesheet type="text/css" href="${attribute}"?><p/>`);
      return;
    case "refresh":
      send("text/html", "<p>moves", { Refresh: `0; url=${to}` });
      return;
    case "preload":
      send("text/html", "<p>preloads", { Link: `<${to}>; rel=preload; as=image` });
      return;
    case "policy":
      send("text/html", '<img src="data:,">', { "Content-Security-Policy": `default-src 'none'; report-uri ${to}` });
      return;
    default:
      response.writeHead(404, OPEN).end();
  }
}
