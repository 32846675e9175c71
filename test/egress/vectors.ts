/* Every way in which a page makes a browser request something. Each vector leads to an address that identifies it. */

/** The address that a vector leads to. */
export interface Address {
  /**
   * Returns the URL of something at this address.
   * @param kind what is asked for, as the extension of a file
   */
  url(kind: string, scheme?: "http" | "https" | "ws"): string;
  /** The host and the port: `host:port`. */
  readonly authority: string;
  /**
   * Returns the URL of a document of a host that may be reached, which leads to this address in its turn; see
   * site-answers.ts.
   */
  helper(name: string, kind: string): string;
  /** A text that is different for each address of a page. */
  readonly unique: string;
}

export interface Vector {
  readonly id: string;
  readonly markup?: (to: Address) => string;
  /** JavaScript, or the body of an async function. */
  readonly script?: (to: Address) => string;
  /** Whether the vector has a page to itself, and whether it `moves` that page elsewhere. */
  readonly isAlone?: "moves" | "stays";
  /** Whether the requests carry no path, so that a separate port identifies them. */
  readonly hasOwnPort?: true;
  /** Whether the vector runs only in a page of a trustworthy origin: https, or loopback. */
  readonly isForSecurePages?: true;
  /** Whether browsers ask only the page's own origin for it. */
  readonly isForSameOrigin?: true;
  /**
   * The reason why the vector does not even reach an allowed host: `no-udp`, because there is no proxy for UDP; `late`,
   * because it acts when the page is laid out for paper; `never`, because this browser does not do it at all;
   * `refused`, because the printer forbids it.
   */
  readonly comesToNothing?: "no-udp" | "late" | "never" | "refused";
}

const markup = (id: string, text: (to: Address) => string, more: Omit<Vector, "id" | "markup"> = {}): Vector => ({
  id,
  markup: text,
  ...more,
});
const script = (id: string, text: (to: Address) => string, more: Omit<Vector, "id" | "script"> = {}): Vector => ({
  id,
  script: text,
  ...more,
});

const drawn = (inside: string): string => `<svg width="20" height="20">${inside}</svg>`;
const escaped = (html: string): string => html.replaceAll("&", "&amp;").replaceAll('"', "&quot;");

/** The vectors that need no script. */
const MARKUP: readonly Vector[] = [
  markup("img", (to) => `<img src="${to.url("png")}">`),
  markup("img-entities", (to) => `<img src="&#104;&#x74;tp&colon;${to.url("png").slice("http:".length)}">`),
  markup("img-without-scheme", (to) => `<img src="${to.url("png").slice("http:".length)}">`),
  markup("img-backslashes", (to) => `<img src="http:\\\\${to.url("png").slice("http://".length)}">`),
  markup("img-tab-in-scheme", (to) => `<img src="ht&#9;tp://${to.url("png").slice("http://".length)}">`),
  markup("img-srcset", (to) => `<img srcset="${to.url("png")} 1x">`),
  markup("picture-source", (to) => `<picture><source srcset="${to.url("png")}"><img></picture>`),
  markup("input-image", (to) => `<input type="image" src="${to.url("png")}">`),
  markup("background", (to) => `<table background="${to.url("png")}"><tr><td>x</table>`),
  markup("link-stylesheet", (to) => `<link rel="stylesheet" href="${to.url("css")}">`),
  markup("css-import", (to) => `<style>@import "${to.url("css")}";</style>`),
  markup("css-import-chain", (to) => `<link rel="stylesheet" href="${to.helper("style", "css")}">`),
  markup("css-url", (to) => `<p style="background: url(${to.url("png")})">x`),
  markup("css-url-escaped", (to) => `<p style="background: \\75rl('${to.url("png")}')">x`),
  markup("css-image-set", (to) => `<p style="background: image-set('${to.url("png")}' 1x)">x`),
  markup(
    "css-content",
    (to) => `<style>.${to.unique}::after{content:url(${to.url("png")})}</style><p class="${to.unique}">`,
  ),
  markup("css-list-style", (to) => `<ul style="list-style-image: url(${to.url("png")})"><li>x</ul>`),
  markup("css-border-image", (to) => `<p style="border: 9px solid; border-image: url(${to.url("png")}) 3">x`),
  markup("css-mask", (to) => `<p style="mask-image: url(${to.url("png")})">x`),
  markup(
    "css-shape",
    (to) => `<p><span style="float: left; width: 9px; height: 9px; shape-outside: url(${to.url("png")})"></span>x`,
  ),
  markup("css-filter", (to) => `<p style="filter: url(${to.url("svg")}#a)">x`, { isForSameOrigin: true }),
  markup("css-cursor", (to) => `<p style="cursor: url(${to.url("png")}), auto">x`),
  markup("css-page", (to) => `<style>@page { @top-left { content: url(${to.url("png")}) } }</style>`, {
    comesToNothing: "late",
  }),
  markup(
    "css-media-print",
    (to) =>
      `<style>@media print { .${to.unique} { background: url(${to.url("png")}) } }</style><p class="${to.unique}">x`,
  ),
  markup(
    "font-face",
    (to) =>
      `<style>@font-face{font-family:${to.unique};src:url(${to.url("woff2")})}</style><p style="font-family:${to.unique}">x`,
  ),
  markup("iframe", (to) => `<iframe src="${to.url("html")}"></iframe>`),
  markup("iframe-srcdoc", (to) => `<iframe srcdoc="${escaped(`<img src="${to.url("png")}">`)}"></iframe>`),
  markup(
    "iframe-data",
    (to) => `<iframe src="data:text/html,${encodeURIComponent(`<img src="${to.url("png")}">`)}"></iframe>`,
  ),
  markup(
    "iframe-refresh",
    (to) => `<iframe srcdoc="${escaped(`<meta http-equiv="refresh" content="0;url=${to.url("html")}">`)}"></iframe>`,
  ),
  markup(
    "iframe-base",
    (to) => `<iframe srcdoc="${escaped(`<base href="${to.url("html")}"><img src="base.png">`)}"></iframe>`,
  ),
  markup("iframe-of-allowed-host", (to) => `<iframe src="${to.helper("frame", "png")}"></iframe>`),
  markup("iframe-refresh-header", (to) => `<iframe src="${to.helper("refresh", "html")}"></iframe>`),
  markup("iframe-link-header", (to) => `<iframe src="${to.helper("preload", "png")}"></iframe>`),
  markup("iframe-lazy", (to) => `<iframe loading="lazy" src="${to.url("html")}"></iframe>`),
  markup("object", (to) => `<object data="${to.url("svg")}"></object>`),
  markup("object-html", (to) => `<object type="text/html" data="${to.url("html")}"></object>`),
  markup("embed", (to) => `<embed src="${to.url("svg")}">`),
  markup("video", (to) => `<video preload="auto" src="${to.url("mp4")}"></video>`),
  markup("video-poster", (to) => `<video poster="${to.url("png")}"></video>`),
  markup("audio", (to) => `<audio preload="auto" src="${to.url("mp3")}"></audio>`),
  markup("source", (to) => `<video preload="auto"><source src="${to.url("mp4")}"></video>`),
  markup("track", (to) => `<video crossorigin><track default src="${to.url("vtt")}"></video>`),
  markup("svg-image", (to) => drawn(`<image width="9" height="9" href="${to.url("png")}"/>`)),
  markup("svg-image-xlink", (to) => drawn(`<image width="9" height="9" xlink:href="${to.url("png")}"/>`)),
  markup("svg-use", (to) => drawn(`<use href="${to.url("svg")}#a"/>`), { isForSameOrigin: true }),
  markup("svg-feimage", (to) =>
    drawn(
      `<filter id="${to.unique}"><feImage href="${to.url("png")}"/></filter><rect width="9" height="9" filter="url(#${to.unique})"/>`,
    ),
  ),
  markup("svg-foreignobject", (to) =>
    drawn(
      `<foreignObject width="9" height="9"><img xmlns="http://www.w3.org/1999/xhtml" src="${to.url("png")}"/></foreignObject>`,
    ),
  ),
  markup("svg-in-img", (to) => `<img src="${to.helper("drawing", "png")}">`, { comesToNothing: "never" }),
  markup("svg-in-object", (to) => `<object data="${to.helper("drawing", "png")}"></object>`),
  markup("link-icon", (to) => `<link rel="icon" href="${to.url("png")}">`, { comesToNothing: "never" }),
  markup("link-manifest", (to) => `<link rel="manifest" href="${to.url("json")}">`, { comesToNothing: "never" }),
  markup("link-preload", (to) => `<link rel="preload" as="image" href="${to.url("png")}">`),
  markup("link-prefetch", (to) => `<link rel="prefetch" href="${to.url("html")}">`),
  markup("link-preconnect", (to) => `<link rel="preconnect" href="${to.url("html")}">`, {
    hasOwnPort: true,
    comesToNothing: "never",
  }),
  markup("link-preconnect-https", (to) => `<link rel="preconnect" href="${to.url("html", "https")}">`, {
    hasOwnPort: true,
    comesToNothing: "never",
  }),
  markup("link-dns-prefetch", (to) => `<link rel="dns-prefetch" href="//${to.authority}">`, {
    comesToNothing: "never",
  }),
  markup("xsl", (to) => `<iframe src="${to.helper("xml-xsl", "xsl")}"></iframe>`),
  markup("xml-css", (to) => `<iframe src="${to.helper("xml-css", "css")}"></iframe>`),
  markup("policy-report", (to) => `<iframe src="${to.helper("policy", "txt")}"></iframe>`),
  ...[301, 302, 303, 307, 308].map((status) =>
    markup(`redirect-${status}`, (to) => `<img src="${to.helper(`redirect-${status}`, "png")}">`),
  ),
  markup("redirect-iframe", (to) => `<iframe src="${to.helper("redirect-302", "html")}"></iframe>`),
  markup("redirect-css", (to) => `<link rel="stylesheet" href="${to.helper("redirect-307", "css")}">`),
  markup("meta-refresh", (to) => `<meta http-equiv="refresh" content="0;url=${to.url("html")}">`, { isAlone: "moves" }),
  markup("base", (to) => `<base href="${to.url("html")}"><img src="base.png">`, { isAlone: "stays" }),
  markup("frameset", (to) => `<frameset><frame src="${to.url("html")}"></frameset>`, { isAlone: "stays" }),
];

const inWorker = (body: string): string =>
  `URL.createObjectURL(new Blob([${JSON.stringify(body)}], { type: "text/javascript" }))`;
const append = (html: string): string => `document.body.insertAdjacentHTML("beforeend", ${JSON.stringify(html)});`;

/** The vectors that are scripts. */
const SCRIPT: readonly Vector[] = [
  markup("script", (to) => `<script src="${to.url("js")}"></script>`),
  markup("script-module", (to) => `<script type="module" src="${to.url("js")}"></script>`),
  markup("link-modulepreload", (to) => `<link rel="modulepreload" href="${to.url("js")}">`),
  script("image", (to) => `new Image().src = "${to.url("png")}";`),
  script("document-write", (to) => append(`<img src="${to.url("png")}">`)),
  script("font-loading", (to) => `new FontFace("${to.unique}", "url(${to.url("woff2")})").load();`),
  script("fetch", (to) => `fetch("${to.url("txt")}");`),
  script("fetch-no-cors", (to) => `fetch("${to.url("txt")}", { mode: "no-cors" });`),
  script("fetch-keepalive", (to) => `fetch("${to.url("txt")}", { method: "POST", mode: "no-cors", keepalive: true });`),
  script("fetch-redirected", (to) => `fetch("${to.helper("redirect-302", "txt")}", { mode: "no-cors" });`),
  script("fetch-loopback-space", (to) => `fetch("${to.url("txt")}", { targetAddressSpace: "loopback" });`, {
    isForSecurePages: true,
  }),
  script(
    "xhr",
    (to) => `const request = new XMLHttpRequest(); request.open("GET", "${to.url("txt")}"); request.send();`,
  ),
  script(
    "xhr-synchronous",
    (to) =>
      `const request = new XMLHttpRequest(); request.open("GET", "${to.url("txt")}", false); try { request.send() } catch {}`,
  ),
  script("beacon", (to) => `navigator.sendBeacon("${to.url("txt")}", "x");`),
  script("fetch-later", (to) => `fetchLater("${to.url("txt")}", { activateAfter: 0 });`, { comesToNothing: "late" }),
  script(
    "ping",
    (to) =>
      `${append(`<a id="${to.unique}" href="#x" ping="${to.url("txt")}">x</a>`)} document.getElementById("${to.unique}").click();`,
  ),
  script("event-source", (to) => `new EventSource("${to.url("sse")}");`),
  script("websocket", (to) => `new WebSocket("${to.url("txt", "ws")}");`),
  script("worker", (to) => `new Worker(${inWorker(`fetch("${to.url("txt")}", { mode: "no-cors" })`)});`),
  script(
    "worker-nested",
    (to) =>
      `new Worker(${inWorker(`new Worker(URL.createObjectURL(new Blob(['fetch("${to.url("txt")}", { mode: "no-cors" })'])))`)});`,
  ),
  script("worker-websocket", (to) => `new Worker(${inWorker(`new WebSocket("${to.url("txt", "ws")}")`)});`),
  script("worker-import", (to) => `new Worker(${inWorker(`importScripts("${to.url("js")}")`)});`),
  script("worker-module", (to) => `new Worker(${inWorker(`import "${to.url("js")}"`)}, { type: "module" });`),
  script("shared-worker", (to) => `new SharedWorker(${inWorker(`fetch("${to.url("txt")}", { mode: "no-cors" })`)});`),
  script("shared-worker-import", (to) => `new SharedWorker(${inWorker(`importScripts("${to.url("js")}")`)});`),
  script(
    "service-worker",
    (to) => `navigator.serviceWorker.register("${to.helper("service-worker", "txt")}", { scope: "/${to.unique}" });`,
    { isForSecurePages: true, comesToNothing: "refused" },
  ),
  script("import", (to) => `import("${to.url("js")}");`),
  script("paint-worklet", (to) => `CSS.paintWorklet.addModule("${to.url("js")}");`, { isForSecurePages: true }),
  script("audio-worklet", (to) => `new OfflineAudioContext(1, 1, 44100).audioWorklet.addModule("${to.url("js")}");`, {
    isForSecurePages: true,
  }),
  script("animation-frame", (to) => `requestAnimationFrame(() => { new Image().src = "${to.url("png")}" });`),
  script("before-print", (to) => `addEventListener("beforeprint", () => { new Image().src = "${to.url("png")}" });`, {
    comesToNothing: "late",
  }),
  script("page-hide", (to) => `addEventListener("pagehide", () => navigator.sendBeacon("${to.url("txt")}"));`, {
    comesToNothing: "late",
  }),
  script("speculation-prefetch", (to) => rules("prefetch", to.url("html")), { isForSecurePages: true }),
  script("speculation-prerender", (to) => rules("prerender", to.url("html")), { isForSecurePages: true }),
  script("popup", (to) => `open("${to.url("html")}");`, { comesToNothing: "refused" }),
  script("popup-noopener", (to) => `open("${to.url("html")}", "_blank", "noopener");`, { comesToNothing: "refused" }),
  script(
    "popup-form",
    (to) =>
      `${append(`<form id="${to.unique}" target="_blank" action="${to.url("html")}"></form>`)} document.getElementById("${to.unique}").submit();`,
    { comesToNothing: "refused" },
  ),
  script(
    "form-in-frame",
    (to) =>
      `${append(`<iframe name="${to.unique}"></iframe><form id="${to.unique}" target="${to.unique}" method="post" action="${to.url("html")}"></form>`)} document.getElementById("${to.unique}").submit();`,
  ),
  markup(
    "data-frame-fetch",
    (to) =>
      `<iframe src="data:text/html,${encodeURIComponent(`<script>fetch("${to.url("txt")}", { mode: "no-cors" })</script>`)}"></iframe>`,
  ),
  markup(
    "sandboxed-frame-fetch",
    (to) =>
      `<iframe sandbox="allow-scripts" srcdoc="${escaped(`<script>fetch("${to.url("txt")}", { mode: "no-cors" })</script>`)}"></iframe>`,
  ),
  markup(
    "javascript-frame",
    (to) => `<iframe src="javascript:fetch('${to.url("txt")}', { mode: 'no-cors' })"></iframe>`,
  ),
  markup("frame-of-allowed-host-fetch", (to) => `<iframe src="${to.helper("frame", "txt")}"></iframe>`),
  script("worker-of-allowed-host", (to) => `new Worker("${to.helper("worker", "txt")}");`, { isForSecurePages: true }),
  script("stun", (to) => peer(`stun:${to.authority}`), { hasOwnPort: true, comesToNothing: "no-udp" }),
  script("turn-udp", (to) => peer(`turn:${to.authority}?transport=udp`), {
    hasOwnPort: true,
    comesToNothing: "no-udp",
  }),
  script("turn-tcp", (to) => peer(`turn:${to.authority}?transport=tcp`), { hasOwnPort: true }),
  script("web-transport", (to) => `new WebTransport("${to.url("txt", "https")}");`, {
    hasOwnPort: true,
    isForSecurePages: true,
    comesToNothing: "no-udp",
  }),
  script(
    "download",
    (to) =>
      `${append(`<a id="${to.unique}" href="${to.url("html")}" download="x">x</a>`)} document.getElementById("${to.unique}").click();`,
    { isAlone: "moves", comesToNothing: "never" },
  ),
  script("location", (to) => `location = "${to.url("html")}";`, { isAlone: "moves" }),
  script("location-replace", (to) => `location.replace("${to.helper("redirect-302", "html")}");`, { isAlone: "moves" }),
  script("form", (to) => `${append(`<form id="f" action="${to.url("html")}"></form>`)} f.submit();`, {
    isAlone: "moves",
  }),
  script(
    "form-post",
    (to) => `${append(`<form id="f" method="post" action="${to.url("html")}"></form>`)} f.submit();`,
    { isAlone: "moves" },
  ),
];

function rules(kind: "prefetch" | "prerender", url: string): string {
  const text = JSON.stringify({ [kind]: [{ source: "list", urls: [url], eagerness: "immediate" }] });
  return `const rules = document.createElement("script"); rules.type = "speculationrules"; rules.textContent = ${JSON.stringify(text)}; document.head.append(rules);`;
}

const peer = (url: string): string =>
  `const peer = new RTCPeerConnection({ iceServers: [{ urls: ${JSON.stringify(url)}, username: "u", credential: "c" }] });
   window["${url}"] = peer; peer.createDataChannel("x"); peer.createOffer().then((offer) => peer.setLocalDescription(offer));`;

/**
 * Returns the vectors.
 * @param runsScript whether to include those that need script
 */
export const vectorsFor = (runsScript: boolean): readonly Vector[] => (runsScript ? [...MARKUP, ...SCRIPT] : MARKUP);

export const OWN_PORT_IDS: readonly string[] = vectorsFor(true)
  .filter((vector) => vector.hasOwnPort)
  .map(({ id }) => id);
