import { startService } from "/work/main/test/api/service.ts";
import { send, upload, toImages, PDF_TO_IMAGE } from "/work/main/test/api/client.ts";
import { fixture } from "/work/main/test/api/programs.ts";
import { execSync } from "node:child_process";
const plain = fixture("four-colours.pdf");
const cases: Record<string, (s: any) => Promise<any>> = {
  none: async () => undefined,
  ok: (s) => toImages(s, plain, {dpi:72}),
  "401": (s) => upload(s, { path: PDF_TO_IMAGE, file: plain, key: null }),
  "413-length": (s) => send(s, { method: "POST", path: PDF_TO_IMAGE, body: Buffer.alloc(200_001) }),
  "413-chunked": (s) => send(s, { method: "POST", path: PDF_TO_IMAGE, body: Buffer.alloc(200_001), chunked: true, headers: {"content-type":"multipart/form-data; boundary=x"} }),
  "405": (s) => send(s, { method: "PUT", path: PDF_TO_IMAGE, body: Buffer.alloc(5000) }),
};
import { test } from "vitest";
test("probe", async () => {
for (const [name, go] of Object.entries(cases)) {
  
  const s = await startService({ QUIRE_MAX_UPLOAD_BYTES: "200000" });
  let status; try { status = (await go(s))?.status; } catch (e) { status = String(e); }
  const t = Date.now();
  const stop = s.stop();
  await new Promise((r) => setTimeout(r, 1500));
  const ss = execSync(`ss -tnp 2>/dev/null | grep ${s.port} || true`).toString();
  await stop;
  console.log(name, status, "stop ms", Date.now() - t, ss);
}
}, 300000);
