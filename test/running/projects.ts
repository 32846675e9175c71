/*
 * The assignment of test files to Vitest's projects: `slow` and `api` are listed here, all others are `unit`. A file is
 * in one of them. docs/testing.md says what runs when.
 */

/**
 * Files that run only in `npm run test:full`, and when they are named: they sweep over many files, kill or attack again
 * and again.
 */
export const SLOW = [
  "test/walls/*.test.ts",
  "test/crash/{crash-loop,fsync,page-reading,postgres-fsync,postgres-store,printed}.test.ts",
  // These read the largest and worst documents, or let a disk and a store fail in each way.
  "packages/**/{hostile,hostile-*,broken,attacks}.test.ts",
  "packages/documents/src/markdown/limits.test.ts",
  "src/platform/store/{sqlite/sqlite-conformance,postgres/postgres-conformance}.test.ts",
  "src/platform/jobs/{job-checkpoints,job-trouble,sharing/job-sharing}.test.ts",
  "src/platform/blobs/s3/{s3-faults,s3-large}.test.ts",
  "test/api/s3.test.ts",
  "test/nodes/{classes,handing,sharing,loss,database,kills,partition,clocks,many-clients,versions,endings}.test.ts",
  "test/deploy/{image,topology}.test.ts",
  "test/api/start-failures.test.ts",
  "test/egress/{ssrf,isolation,leftovers}.test.ts",
  "test/{assembly,corpora,cos,images,inspection,watermark,survival}/*.test.ts",
  "test/extraction/{corpus,scans,world,beside-others,pages-apart}.test.ts",
  "test/ocr/{scores,documents,stability,world,pages-without-text}.test.ts",
  "test/pdfa/{corpus,claims,survival}.test.ts",
  "test/pdfa/differential/*.test.ts",
  "test/printed/documents.test.ts",
  "test/pdfa-conversion/corpus.test.ts",
  "test/pdfa-conversion/mended-rules.test.ts",
  "test/api/markdown-themes.test.ts",
  "src/engines/**/chromium/**/isolation.test.ts",
  "src/engines/tesseract/**/{native,wasm}.test.ts",
  "{src,packages}/**/corpora.test.ts",
  // These go to the bottom of one subject, or wait for processes that end and start; `api` keeps the suite of each
  // operation.
  "src/engines/chromium/{crashes,hostile,pages,start}.test.ts",
  "src/engines/pool/{pool,process-tree,hostile-worker}.test.ts",
  "src/engines/tesseract/worker/reading/read-page.test.ts",
  "src/cli/{keys,doctor,accounts,restore,migrate}.test.ts",
  "test/api/operator.test.ts",
  "packages/scan/src/{scan,check-boxes}.test.ts",
  "packages/typeset/src/pdf/embedded-fonts.test.ts",
  "test/egress/files.test.ts",
  "test/fuzz/*.test.ts",
  "test/walls/hostile-bodies.test.ts",
  "test/docs/{operations,pages,resources,rulesets,operating}.test.ts",
  "test/pdfa/bombs.test.ts",
  "test/extraction/{bad-input,turned,layout-html-corpus}.test.ts",
  "test/api/{bad-input,encrypted-input,html-to-pdf-bad-input,ocr-bad-input,watermark-input,watermark-places}.test.ts",
  "test/api/{job-restart,job-lifetimes,job-reads,job-cancel,job-results,ocr-vision-restart,ocr-vision-jobs,ocr-jobs}.test.ts",
  "test/api/{webhooks,idempotency,rate-limit,read-window,fonts,cli-money,disk-full,large-bodies,order,platform}.test.ts",
  "src/engines/pool/{sandbox-escape,sandbox-bounds}.test.ts",
  "src/engines/tesseract/recognizer.test.ts",
  "src/engines/tesseract/worker/image-file.test.ts",
  "src/engines/pdfium/worker/binding/wasm.test.ts",
  "src/engines/workers/pdf-worker.test.ts",
  "src/engines/qpdf/encryption.test.ts",
  "src/engines/chromium/printer.test.ts",
  "src/engines/documents/composer.test.ts",
  "src/engines/pool/native-libraries.test.ts",
  "packages/printed/src/finish.test.ts",
  "test/egress/service.test.ts",
  "test/api/{pdf-to-image,pdf-to-image-pages,split,html-to-pdf-page,validate-pdfa,estimate}.test.ts",
  "test/api/{job-events,ocr-vision-provider,grants,json-reports,credits}.test.ts",
  "test/api/{credits-in-parallel,html-to-pdf,json-to-pdf,text-to-pdf,ocr-extract,ocr-vision}.test.ts",
  "test/api/{idempotency-values,job-metadata,page-lists,option-scopes}.test.ts",
  "test/api/{from-template,watermark-colours,idempotent-jobs}.test.ts",
  "test/console/{operations,playground,keys,jobs,templates,webhooks,accounts,settings,trouble,images,reference}.test.ts",
  "test/api/{markdown-to-pdf,markdown-breaks,metadata,watermark,accounts,keys,templates,headers,printed-pdfa}.test.ts",
];

/**
 * Files that start services, engine processes, browsers or commands, call other programs, listen on sockets or go to
 * limits.
 */
export const PROCESSES = [
  "test/**/*.test.ts",
  "src/cli/**/*.test.ts",
  "src/engines/**/*.test.ts",
  "packages/scan/**/*.test.ts",
  "packages/typeset/src/pdf/embedded-fonts.test.ts",
  // In these, other programs read what was written, or write what is read.
  "packages/cos/src/{file,filters,security,write}/*.test.ts",
  "packages/cos/src/model/pages.test.ts",
  "packages/images/src/raster/rasters.test.ts",
  "packages/assembly/src/catalog/layers.test.ts",
  "src/platform/http/openapi/docs.test.ts",
  // These have sockets, and stores on disk that fail and recover.
  "src/platform/{egress,http/lifecycle,jobs}/*.test.ts",
  "src/platform/store/properties.test.ts",
  "src/platform/store/postgres/{connections,notifications}.test.ts",
  "src/platform/blobs/process-lock.test.ts",
  "src/platform/blobs/s3/*.test.ts",
];
