import { readdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { dirname, join } from "node:path";
import react from "@vitejs/plugin-react";
import { defineConfig, type Plugin } from "vite";

// All addresses are relative, so that the console works under any path; the service keeps what is in console/ for good.
export default defineConfig({
  base: "./",
  plugins: [react(), pdfjsData()],
  build: { assetsDir: "console", target: "es2023", modulePreload: { polyfill: false }, reportCompressedSize: false },
  server: { proxy: { "^/(api|openapi.json|health|docs)": "http://127.0.0.1:8080" } },
});

/**
 * Adds what pdf.js reads for some PDFs, as `console/pdfjs/` with a folder for each: decoders of JPEG 2000, JBIG2 and colours,
 * character maps of CJK fonts, the standard fonts, and a colour profile. What runs scripts of PDFs is left out.
 */
function pdfjsData(): Plugin {
  const installed = dirname(createRequire(import.meta.url).resolve("pdfjs-dist/package.json"));
  return {
    name: "quire-pdfjs-data",
    apply: "build",
    generateBundle() {
      for (const folder of ["wasm", "cmaps", "standard_fonts", "iccs"]) {
        for (const name of readdirSync(join(installed, folder))) {
          if (!/quickjs|nowasm/i.test(name)) {
            const source = readFileSync(join(installed, folder, name));
            this.emitFile({ type: "asset", fileName: `console/pdfjs/${folder}/${name}`, source });
          }
        }
      }
    },
  };
}
