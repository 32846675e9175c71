/**
 * The sources that the page needs beyond itself; without each of them something was seen to fail. The reference writes
 * `style` elements and attributes (some without a nonce), draws icons from data URLs, and shows images and PDFs that a
 * tried request answers from blob URLs. Its one use of `eval` only probes whether it may.
 */
export const CONTENT_SECURITY_POLICY = [
  "default-src 'self'",
  "style-src 'self' 'unsafe-inline'",
  "img-src 'self' data: blob:",
  "frame-src blob:",
  "object-src 'none'",
  "base-uri 'none'",
  "form-action 'none'",
  "frame-ancestors 'none'",
].join("; ");

/**
 * Returns the page: a bar of our own above the reference, which Scalar draws. `version` is that of Scalar; `hasConsole` says
 * whether there is a web console to lead to.
 */
export const docsPage = ({
  version,
  hasConsole,
}: {
  readonly version: string;
  readonly hasConsole: boolean;
}): string => `\
<!doctype html>
<html lang="en">
  <head>
    <meta charset="utf-8">
    <meta name="viewport" content="width=device-width, initial-scale=1">
    <meta name="color-scheme" content="light dark">
    <title>Quire API</title>
    <link rel="icon" href="data:,">
    <link rel="stylesheet" href="/docs/style.css">
  </head>
  <body>
    <section class="quire-bar" aria-label="Quire">
      <a class="quire-name" href="/docs">Quire</a>
      <nav aria-label="Other pages">
        ${hasConsole ? '<a href="/">Console</a>\n        ' : ""}<a href="#description/errors">Error codes</a>
        <a href="/openapi.json">openapi.json</a>
      </nav>
      <div class="quire-keep">
        <label><input type="checkbox" id="keep-key" aria-describedby="keep-key-note"> Keep the key in this browser</label>
        <p id="keep-key-note">What you enter under Authentication then stays here over a reload, for everybody who uses this browser, until you turn this off.</p>
      </div>
    </section>
    <div id="app"></div>
    <noscript>This page needs JavaScript; the API is described in <a href="/openapi.json">openapi.json</a> too.</noscript>
    <script src="/docs/start.js"></script>
    <script src="/docs/scalar.js?v=${version}"></script>
  </body>
</html>
`;
