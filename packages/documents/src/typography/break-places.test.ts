import { expect, test } from "vitest";
import { withBreakPlaces } from "./break-places.ts";

test.each([
  ["https://example.org/some/long/path/index.html", "https://example.|org/|some/|long/|path/|index.|html"],
  ["com.example.ServiceConfigurationFactory", "com.|example.|Service|Configuration|Factory"],
  ["MAX_CONCURRENT_REQUESTS_PER_ACCOUNT", "MAX_|CONCURRENT_|REQUESTS_|PER_|ACCOUNT"],
  ["createHTTPServerFromEnvironment", "create|HTTP|Server|From|Environment"],
  ["/usr/local/share/application-data/x", "/usr/|local/|share/|application-|data/x"],
  ["1.234.567.890.123.456.789.012", "1.234.567.890.123.456.789.012"],
  ["0123456789abcdef0123456789abcdef", "0123456789abcdef0123456789abcdef"],
  ["short.name/of_a.file", "short.name/of_a.file"],
  ["a & b <c> ServiceConfigurationFactoryBean", "a &amp; b &lt;c&gt; Service|Configuration|Factory|Bean"],
])("%s: %s", (text, expected) => {
  expect(withBreakPlaces(text)).toBe(expected.replaceAll("|", "<wbr>"));
});

test("a long text takes time in proportion", () => {
  const text = "aB.".repeat(300_000);
  const start = performance.now();
  expect(withBreakPlaces(text).replaceAll("<wbr>", "")).toBe(text);
  expect(performance.now() - start).toBeLessThan(5000);
});
