import { once } from "node:events";
import { createServer } from "node:http";
import type { AddressInfo } from "node:net";
import { expect, onTestFinished, test } from "vitest";
import { s3SettingsFor } from "../testing/s3-server.ts";
import { openS3Blobs } from "./s3-blobs.ts";

/* What s3rver cannot show: lists of several pages, and the form of addresses and signatures. */

interface Asked {
  readonly url: string;
  readonly host: string;
  readonly authorization: string;
}

/** Starts a server that answers each request with the XML that `answer` returns. */
async function startAnswering(answer: (query: URLSearchParams) => string) {
  const asked: Asked[] = [];
  const server = createServer(({ url = "", headers }, outgoing) => {
    asked.push({ url, host: String(headers.host), authorization: String(headers.authorization) });
    const { searchParams } = new URL(url, "http://store");
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
