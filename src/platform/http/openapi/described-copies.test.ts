import { gunzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { BASE_ADDRESS, DescribedCopies } from "./described-copies.ts";

const textOf = async (copies: DescribedCopies, baseUrl: string) =>
  gunzipSync((await copies.for(baseUrl)).gzipped).toString("utf8");

test("each address has its copy; the text is written once", async () => {
  let written = 0;
  const copies = new DescribedCopies("text/plain", () => {
    written += 1;
    return Promise.resolve(`curl ${BASE_ADDRESS}/a ${BASE_ADDRESS}/b`);
  });
  expect(await textOf(copies, "https://pdf.example")).toBe("curl https://pdf.example/a https://pdf.example/b");
  expect(await textOf(copies, "http://[::1]:8080")).toBe("curl http://[::1]:8080/a http://[::1]:8080/b");
  expect((await copies.for("http://a")).etag).not.toBe((await copies.for("http://b")).etag);
  expect(written).toBe(1);
});

test("copies are kept for the addresses that were asked for last", async () => {
  const copies = new DescribedCopies("text/plain", () => Promise.resolve(BASE_ADDRESS));
  const first = await copies.for("http://first");
  for (let host = 0; host < 100; host += 1) {
    void copies.for(`http://host-${host}`);
    expect(await copies.for("http://first")).toBe(first);
  }
  const old = await copies.for("http://host-1");
  for (let host = 10; host < 30; host += 1) {
    await copies.for(`http://host-${host}`);
  }
  expect(await copies.for("http://host-1")).not.toBe(old);
});

test("what could not be written is tried again", async () => {
  let fails = true;
  const copies = new DescribedCopies("text/plain", () =>
    fails ? Promise.reject(new Error("no memory")) : Promise.resolve("text"),
  );
  await expect(copies.for("http://a")).rejects.toThrow("no memory");
  fails = false;
  expect(await textOf(copies, "http://a")).toBe("text");
});
