import { join } from "node:path";
import type { MethodCall, Methods } from "../../pool/protocol.ts";
import { type FileParameters, onlyInput, served } from "../../pool/worker-method.ts";
import { CHANGE_ENCRYPTION, REWRITE } from "../wire.ts";
import { changeEncryption, rewriteUnprotected } from "./rewrite.ts";

/** The methods of a worker with libqpdf. */
export const qpdfMethods: Methods = {
  ...served(CHANGE_ENCRYPTION, function* (call) {
    const { file, password, protection } = call.parameters;
    yield { file, ...changeEncryption({ ...pathsOf(call), password, protection }) };
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
