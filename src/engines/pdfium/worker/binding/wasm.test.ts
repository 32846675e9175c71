import { createInProcessPool } from "../../../conformance/in-process-pool.ts";
import { describeRasterizer } from "../../../conformance/rasterizer.ts";
import { createPdfiumRasterizer } from "../../rasterizer.ts";
import { createPdfiumMethods } from "../methods.ts";
import { loadPdfium } from "./load.ts";

const pool = createInProcessPool(createPdfiumMethods(await loadPdfium({ build: "wasm" })));
describeRasterizer("PDFium, WebAssembly", () => createPdfiumRasterizer(pool), { hasSystemFonts: false });
