import { assert } from "../../kernel/assert.ts";
import { newPasswordFault, saslprep } from "../../kernel/saslprep.ts";
import { UNLOCK } from "../cos/wire.ts";
import type { WorkerPool } from "../pool/protocol.ts";
import { callForFile } from "../pool/worker-calls.ts";
import type { Encryption, NewProtection } from "./port.ts";
import { ENCRYPT } from "./wire.ts";

/**
 * Creates an adapter that encrypts by libqpdf and unlocks by packages/cos, in a third of the time, in the workers of `pool`,
 * which serve `qpdfMethods` and `cosMethods`.
 */
export function createEncryption(pool: WorkerPool): Encryption {
  return {
    async change({ input, output, password, protection, ...work }) {
      const call = { inputs: [input], output, work };
      const { wasEncrypted } =
        protection === undefined
          ? await callForFile(pool, UNLOCK, { ...call, parameters: { password } })
          : await callForFile(pool, ENCRYPT, { ...call, parameters: { password, protection: prepared(protection) } });
      return { wasEncrypted };
    },
  };
}

function prepared({ userPassword, ownerPassword, permissions }: NewProtection): NewProtection {
  for (const password of [userPassword, ownerPassword]) {
    assert(newPasswordFault(password) === undefined, "a new password is checked where it is parsed");
  }
  return { userPassword: saslprep(userPassword), ownerPassword: saslprep(ownerPassword), permissions };
}
