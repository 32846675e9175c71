import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { s3SettingsFor } from "../testing/s3-server.ts";
import { openS3Blobs } from "./s3-blobs.ts";
import { signedAt } from "./store-clock.ts";

/* What s3rver cannot show: lists of several pages, and the form of addresses and signatures. */

interface Asked {
  readonly url: string;
  readonly host: string;
  readonly authorization: string;
  readonly headers: Readonly<Record<string, string>>;
}

/**
 * Starts a server that answers each request with the XML that `answer` returns; its clock is ahead, and it refuses what is
 * signed by another.
 */
async function startAnswering(answer: (query: URLSearchParams) => string, { aheadMs = 0 } = {}) {
  const asked: Asked[] = [];
  const server = createServer(({ url = "", headers }, outgoing) => {
    const strings = Object.fromEntries(Object.entries(headers).map(([name, value]) => [name, String(value)]));
    asked.push({ url, host: String(headers.host), authorization: String(headers.authorization), headers: strings });
    const { searchParams } = new URL(url, "http://store");
    const now = Date.now() + aheadMs;
    outgoing.setHeader("date", new Date(now).toUTCString());
    if (Math.abs(timeOf(String(headers["x-amz-date"])) - now) > 900_000) {
      outgoing.writeHead(403).end("<Error><Code>RequestTimeTooSkewed</Code></Error>");
      return;
    }
    outgoing.writeHead(200, { "content-type": "application/xml" }).end(answer(searchParams));
  });
  server.listen(0, "127.0.0.1");
  await once(server, "listening");
  onTestFinished(() => {
    server.closeAllConnections();
    server.close();
  });
  return { asked, port: (server.address() as AddressInfo).port };
}

/** Returns the time of a header such as 20261120T100000Z. */
const timeOf = (text: string): number =>
  Date.parse(text.replace(/^(\d{4})(\d\d)(\d\d)T(\d\d)(\d\d)(\d\d)Z$/, "$1-$2-$3T$4:$5:$6Z"));

const entry = (name: string): string =>
  `<Contents><Key>${name}</Key><LastModified>2026-11-20T10:00:00.000Z</LastModified><Size>3</Size></Contents>`;
const page = (content: string): string => `<?xml version="1.0"?><ListBucketResult>${content}</ListBucketResult>`;

test("a list of several pages is read to its end", async () => {
  const { asked, port } = await startAnswering((query) =>
    query.get("continuation-token") === "second/+="
      ? page(`<IsTruncated>false</IsTruncated>${entry("kept/results/c")}`)
      : page(
          `<IsTruncated>true</IsTruncated><NextContinuationToken>second/+=</NextContinuationToken>${entry("kept/results/a")}${entry("kept/results/b")}`,
        ),
  );
  const blobs = openS3Blobs(s3SettingsFor(port, { prefix: "kept/" }));
  const modifiedAt = Date.UTC(2026, 10, 20, 10);
  expect(await blobs.list("results/")).toEqual(["a", "b", "c"].map((name) => ({ key: `results/${name}`, modifiedAt })));
  expect(asked.map(({ url }) => new URL(url, "http://store").searchParams.get("prefix"))).toEqual([
    "kept/results/",
    "kept/results/",
  ]);
});

test("the bucket is in the path or in front of the host, and requests are signed for the region", async () => {
  const { asked, port } = await startAnswering(() => page(""));
  await openS3Blobs(s3SettingsFor(port, { region: "eu-central-1" })).list("results/");
  expect(asked.map(({ url, host }) => [url.split("?", 1)[0], host])).toEqual([["/quire-tests/", `127.0.0.1:${port}`]]);
  // No name below .invalid exists (RFC 6761).
  const inHost = s3SettingsFor(port, { endpoint: "http://store.invalid", pathStyle: false });
  await expect(openS3Blobs(inHost).list("results/")).rejects.toMatchObject({
    cause: { message: expect.stringContaining("quire-tests.store.invalid") },
  });
  expect(asked[0]?.authorization).toMatch(
    /^AWS4-HMAC-SHA256 Credential=S3RVER\/\d{8}\/eu-central-1\/s3\/aws4_request, SignedHeaders=\S*host\S*, Signature=[0-9a-f]{64}$/,
  );
});

test.each([3_600_000, -3_600_000])(
  "requests are signed by the store's clock, which is %d ms ahead",
  async (aheadMs) => {
    const { asked, port } = await startAnswering(() => page("<IsTruncated>false</IsTruncated>"), { aheadMs });
    const blobs = openS3Blobs(s3SettingsFor(port));
    expect([await blobs.list("results/"), await blobs.list("results/")]).toEqual([[], []]);
    // The first is refused, and made again.
    expect(asked).toHaveLength(3);
    const late = asked.map(
      ({ headers }) => Math.round((timeOf(headers["x-amz-date"] ?? "") - Date.now()) / 600_000) || 0,
    );
    expect(late).toEqual([0, aheadMs / 600_000, aheadMs / 600_000]);
  },
);

test("a request that is signed anew for the same time has the signature of the client", async () => {
  const { asked, port } = await startAnswering(() => page("<IsTruncated>false</IsTruncated>"));
  const settings = s3SettingsFor(port);
  await openS3Blobs(settings).list("results/");
  const [{ url, headers } = { url: "", headers: {} as Record<string, string> }] = asked;
  const time = new Date(timeOf(headers["x-amz-date"] ?? ""));
  const address = `http://127.0.0.1:${port}${url}`;
  // What the connection adds is not signed.
  const own = new Set(["host", "x-amz-content-sha256", "x-amz-date"]);
  const given = Object.fromEntries(Object.entries(headers).filter(([name]) => own.has(name)));
  const signed = signedAt(time, { ...settings, address, method: "GET", headers: given });
  expect(signed["authorization"]).toBe(headers["authorization"]);
});
