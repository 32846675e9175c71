import { afterEach, expect, test } from "vitest";
import { chooseQpdfLibrary, prepareQpdf, qpdfLibrary, qpdfVersion } from "./library.ts";

// Other files may follow in this process.
afterEach(() => chooseQpdfLibrary(undefined));

test("the library is found by one of its known names", () => {
  expect(qpdfVersion()).toMatch(/^1\d\.\d+\.\d+$/);
});

test("a chosen library that is not there is named in the failure, and stops calls, not the worker", () => {
  chooseQpdfLibrary("libqpdf-elsewhere.so");
  expect(prepareQpdf).not.toThrow();
  expect(qpdfLibrary).toThrow(
    expect.objectContaining({
      code: "engine_unavailable",
      facts: expect.objectContaining({ names: ["libqpdf-elsewhere.so"] }),
    }),
  );
});
