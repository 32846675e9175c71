import { join } from "node:path";
import { Failure } from "../../../kernel/failure.ts";
import { PERMISSIONS } from "../../../kernel/permissions.ts";
import { encrypt, rewriteUnprotected } from "../worker/rewrite.ts";

/*
 * A separate process for tests that may crash it or starve it of memory. Argument: the directory for results. Message
 * in: the path of a document; out: the outcome, "ok" or the code of the failure. Anything else ends the process.
 */
const [directory = "."] = process.argv.slice(2);
process.on("message", (input: string) => {
  const verdict = verdictOn(input);
  process.send?.({ verdict, residentBytesMax: process.resourceUsage().maxRSS * 1024 });
});

function verdictOn(input: string): string {
  try {
    rewriteUnprotected({ input, output: join(directory, "rewritten.pdf"), password: undefined });
    const protection = { userPassword: "new", ownerPassword: "new", permissions: PERMISSIONS };
    encrypt({ input, output: join(directory, "protected.pdf"), password: "", protection });
    return "ok";
  } catch (error) {
    if (error instanceof Failure) {
      return error.code;
    }
    throw error;
  }
}
