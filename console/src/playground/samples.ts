import { addressOf } from "../api/base.ts";
import type { Part } from "./request.ts";

/** A call in a language, with the user's values. The key is a placeholder: samples are copied into other places. */
export interface Sample {
  readonly language: "curl" | "TypeScript" | "Python";
  readonly code: string;
}

/** Returns the same call as curl, TypeScript and Python. */
export const samplesOf = (path: string, parts: readonly Part[]): readonly Sample[] => [
  { language: "curl", code: curl(path, parts) },
  { language: "TypeScript", code: typescript(path, parts) },
  { language: "Python", code: python(path, parts) },
];

const curl = (path: string, parts: readonly Part[]): string =>
  [
    `curl -X POST ${shellText(addressOf(path))}`,
    `  -H 'X-API-Key: YOUR_API_KEY'`,
    ...parts.map((part) =>
      "file" in part
        ? `  -F ${shellText(`${part.name}=@${curlFile(part.file.name)}`)}`
        : `  --form-string ${shellText(`${part.name}=${part.text}`)}`,
    ),
    "  -OJ",
  ].join(" \\\n");

/** A file name in curl's form syntax, which gives commas and semicolons a meaning. */
const curlFile = (name: string): string => (/[,;"]/.test(name) ? `"${name.replaceAll(/["\\]/g, "\\$&")}"` : name);

const shellText = (text: string): string =>
  /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll("'", String.raw`'\''`)}'`;

const typescript = (path: string, parts: readonly Part[]): string =>
  [
    `import { openAsBlob } from "node:fs";`,
    `import { writeFile } from "node:fs/promises";`,
    "",
    "const form = new FormData();",
    ...parts.map((part) =>
      "file" in part
        ? `form.append(${JSON.stringify(part.name)}, await openAsBlob(${JSON.stringify(part.file.name)}), ${JSON.stringify(part.file.name)});`
        : `form.append(${JSON.stringify(part.name)}, ${JSON.stringify(part.text)});`,
    ),
    "",
    `const response = await fetch(${JSON.stringify(addressOf(path))}, {`,
    `  method: "POST",`,
    `  headers: { "X-API-Key": "YOUR_API_KEY" },`,
    "  body: form,",
    "});",
    "if (!response.ok) throw new Error(await response.text());",
    `await writeFile("result", new Uint8Array(await response.arrayBuffer()));`,
  ].join("\n");

const python = (path: string, parts: readonly Part[]): string =>
  [
    "import requests",
    "",
    "response = requests.post(",
    `    ${pythonText(addressOf(path))},`,
    `    headers={"X-API-Key": "YOUR_API_KEY"},`,
    "    files=[",
    ...parts.map((part) =>
      "file" in part
        ? `        (${pythonText(part.name)}, (${pythonText(part.file.name)}, open(${pythonText(part.file.name)}, "rb"))),`
        : `        (${pythonText(part.name)}, (None, ${pythonText(part.text)})),`,
    ),
    "    ],",
    ")",
    "response.raise_for_status()",
    `open("result", "wb").write(response.content)`,
  ].join("\n");

/** JSON's strings are Python's, but for characters beyond the basic plane, which JSON may write as they are. */
const pythonText = (text: string): string => JSON.stringify(text);
