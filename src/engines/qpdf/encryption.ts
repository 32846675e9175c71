import { assert } from "../../kernel/assert.ts";
import { newPasswordFault, saslprep } from "../../kernel/saslprep.ts";
import type { WorkerPool } from "../pool/protocol.ts";
import { callForFile } from "../pool/worker-calls.ts";
import type { Encryption, NewProtection } from "./port.ts";
import { CHANGE_ENCRYPTION } from "./wire.ts";

/** Creates an adapter that encrypts by libqpdf in the workers of `pool`, which serve `qpdfMethods`. */
export function createQpdfEncryption(pool: WorkerPool): Encryption {
  return {
    async change({ input, output, password, protection, ...work }) {
      const { wasEncrypted } = await callForFile(pool, CHANGE_ENCRYPTION, {
        parameters: { password, protection: protection && prepared(protection) },
        inputs: [input],
        output,
        work,
      });
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
