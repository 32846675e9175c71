import { expect, test } from "vitest";
import { nearestRoute } from "./nearest-route.ts";

const ROUTES = [
  ["POST", "/api/v1/pdf/merge"],
  ["POST", "/api/v1/pdf/watermark"],
  ["POST", "/api/v1/convert/pdf-to-image"],
  ["POST", "/api/v1/convert/html-to-pdf"],
  ["POST", "/api/v1/pdf/remove-password"],
  ["POST", "/api/v1/ocr/extract/simple"],
  ["GET", "/api/v1/ocr/languages"],
  ["GET", "/api/v1/account"],
  ["GET", "/api/v1/accounts/:id"],
  ["GET", "/api/v1/jobs"],
  ["GET", "/api/v1/jobs/:id"],
  ["HEAD", "/api/v1/jobs/:id"],
  ["DELETE", "/api/v1/jobs/:id"],
  ["GET", "/api/v1/jobs/:id/result"],
  ["GET", "/health"],
].map(([method = "", path = ""]) => ({ method, path }));

test.for([
  ["POST /api/v1/pdf/merg", "POST /api/v1/pdf/merge"],
  ["POST /pdf/merge", "POST /api/v1/pdf/merge"],
  ["POST /v1/pdf/merge", "POST /api/v1/pdf/merge"],
  ["POST /API/V1/PDF/MERGE", "POST /api/v1/pdf/merge"],
  ["POST /api/v1/convert/merge", "POST /api/v1/pdf/merge"],
  ["POST /api/v1/convert/pdf_to_image", "POST /api/v1/convert/pdf-to-image"],
  ["GET /api/v1/job/job_1", "GET /api/v1/jobs/{id}"],
  ["DELETE /api/v1/job/job_1", "DELETE /api/v1/jobs/{id}"],
  ["GET /api/v1/jobs/job_1/results", "GET /api/v1/jobs/{id}/result"],
  ["GET /healthz", "GET /health"],
  ["GET /api/v1/account/me", "GET /api/v1/account"],
  ["GET /api/v1/acounts/acc_1", "GET /api/v1/accounts/{id}"],
  ["POST /api/v1/pdf/unlock", "POST /api/v1/pdf/remove-password"],
  ["POST /forms/chromium/convert/url", "POST /api/v1/convert/html-to-pdf"],
  ["POST /api/v1/convert/image-to-pdf", undefined],
  ["POST /api/v1/convert/docx-to-pdf", undefined],
  ["POST /api/v1/convert/url-to-pdf", "POST /api/v1/convert/html-to-pdf"],
  ["POST /api/v1/ocr", "POST /api/v1/ocr/extract/simple"],
  ["POST /api/v1/ocr/simple", "POST /api/v1/ocr/extract/simple"],
  ["GET /", undefined],
  ["GET /favicon.ico", undefined],
  [`GET /${"a".repeat(10_000)}`, undefined],
] as const)("%s is near to %s", ([asked, expected]) => {
  const [method = "", path = ""] = asked.split(" ");
  const route = nearestRoute({ method, path }, ROUTES);
  expect(route && `${route.method} ${route.path}`).toBe(expected);
});
