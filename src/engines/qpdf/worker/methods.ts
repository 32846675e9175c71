import { join } from "node:path";
import type { MethodCall, Methods } from "../../pool/protocol.ts";
import { type FileParameters, onlyInput, served } from "../../pool/worker-method.ts";
import { ENCRYPT, REWRITE } from "../wire.ts";
import { encrypt, rewriteUnprotected } from "./rewrite.ts";

/** The methods of a worker with libqpdf. */
export const qpdfMethods: Methods = {
  ...served(ENCRYPT, function* (call) {
    const { file, password, protection } = call.parameters;
    yield { file, ...encrypt({ ...pathsOf(call), password, protection }) };
  }),
  ...served(REWRITE, function* (call) {
    const { file, password } = call.parameters;
    yield { file, ...rewriteUnprotected({ ...pathsOf(call), password }) };
  }),
};

const pathsOf = (call: MethodCall<FileParameters>): { input: string; output: string } => ({
  input: onlyInput(call),
  output: join(call.outputDirectory, call.parameters.file),
});
