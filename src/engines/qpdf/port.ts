import type { Permission } from "../../kernel/permissions.ts";
import type { Work } from "../../kernel/timing/work.ts";

export interface NewProtection {
  readonly userPassword: string;
  readonly ownerPassword: string;
  /** The permissions of the user password. Access for accessibility is always allowed. */
  readonly permissions: readonly Permission[];
}

export interface Encryption {
  /**
   * Writes `input` to `output`: unprotected or, with `protection`, newly encrypted (AES-256, revision 6). A document
   * that was not encrypted and stays so is copied byte for byte.
   */
  change(
    job: { input: string; output: string; password: string; protection?: NewProtection | undefined } & Work,
  ): Promise<{ readonly wasEncrypted: boolean }>;
}

export interface Repair {
  /** Rewrites what can be read of `input`, unprotected, to `output`; `warnings` list the repairs. */
  rewrite(
    job: { input: string; output: string; password?: string | undefined } & Work,
  ): Promise<{ readonly warnings: readonly string[] }>;
}
