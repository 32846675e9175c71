import { join } from "node:path";
import { assert } from "../../../kernel/assert.ts";
import type { MethodCall, Methods } from "../../pool/protocol.ts";
import { CHANGE_ENCRYPTION, changeEncryptionParameters, REWRITE, rewriteParameters } from "../wire.ts";
import { changeEncryption, rewriteUnprotected } from "./rewrite.ts";

/** The methods of a worker with libqpdf. */
export const qpdfMethods: Methods = {
  *[CHANGE_ENCRYPTION](call) {
    const { file, password, protection } = changeEncryptionParameters.parse(call.parameters);
    const paths = pathsOf(call, file);
    yield { file, ...changeEncryption({ ...paths, password, protection }) };
  },
  *[REWRITE](call) {
    const { file, password } = rewriteParameters.parse(call.parameters);
    const paths = pathsOf(call, file);
    yield { file, ...rewriteUnprotected({ ...paths, password }) };
  },
};

function pathsOf({ inputs, outputDirectory }: MethodCall, file: string): { input: string; output: string } {
  const [input] = inputs;
  assert(input !== undefined && inputs.length === 1, "qpdf methods take one file");
  return { input, output: join(outputDirectory, file) };
}
