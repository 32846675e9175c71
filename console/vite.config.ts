import react from "@vitejs/plugin-react";
import { defineConfig } from "vite";

// All addresses are relative, so that the console works under any path; the service keeps what is in console/ for good.
export default defineConfig({
  base: "./",
  plugins: [react()],
  build: { assetsDir: "console", target: "es2023", modulePreload: { polyfill: false }, reportCompressedSize: false },
  server: { proxy: { "^/(api|openapi.json|health|docs)": "http://127.0.0.1:8080" } },
});
