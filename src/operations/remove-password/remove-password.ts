import { join } from "node:path";
import { z } from "zod";
import type { NewProtection } from "../../engines/qpdf/port.ts";
import { addFault } from "../../kernel/faults.ts";
import { fields } from "../../kernel/fields/fields.ts";
import { type Permission, parsePermissions } from "../../kernel/permissions.ts";
import { SIZE_TARIFF } from "../../kernel/prices.ts";
import { newPasswordFault } from "../../kernel/saslprep.ts";
import { workOf } from "../../kernel/timing/work.ts";
import { fileOperation } from "../operation.ts";

const newPassword = () =>
  fields.optionalTextEvenEmpty({ minLength: 1 }).superRefine((password, context) => {
    const error = typeof password === "string" ? newPasswordFault(password) : undefined;
    if (error !== undefined) {
      addFault(context, { type: "value_error", message: `Value error, ${error}`, context: { error } });
    }
  });

const permissionList = () =>
  fields
    .optionalText()
    .transform((text, context) => {
      const parsed = parsePermissions(text ?? "all");
      if ("value" in parsed) {
        return parsed.value;
      }
      addFault(context, parsed.fault);
      return z.NEVER;
    })
    .meta({ type: "string", default: "all" });

export const removePassword = fileOperation({
  name: "remove-password",
  operationId: "remove_password",
  path: "/api/v1/pdf/remove-password",
  scope: "pdf",
  workClass: "pdf",
  summary: "Remove or change the password of a PDF",
  description:
    "Unlocks a PDF with its user or owner password. With `re_encrypt_password` the result is encrypted again " +
    "(AES-256), without it the result has no protection.",
  accepts: ["application/pdf"],
  files: { min: 1, max: 1 },
  produces: ["application/pdf"],

  parameters: z.object({
    password: fields
      .textEvenEmpty({ maxLength: 1024 })
      .meta({ format: "password" })
      .describe("Current password, user or owner; may be empty."),
    re_encrypt_password: newPassword()
      .meta({ format: "password" })
      .describe("New user and owner password; at most 127 bytes of UTF-8. Absent: no protection."),
    re_encrypt_owner_password: newPassword()
      .meta({ format: "password" })
      .describe("New owner password, if it differs from `re_encrypt_password`."),
    permissions: permissionList().describe(
      "What the new user password permits: all, none, or a list such as `print,copy`. The owner password permits " +
        "everything.",
    ),
  }),

  password: ({ password }) => password,

  price: SIZE_TARIFF.price,
  quote: ([file]) => SIZE_TARIFF.credits(file.sizeBytes),

  async run([file], parameters, context) {
    const output = join(context.workspace, "unlocked.pdf");
    const { wasEncrypted } = await context.engines.encryption.change({
      input: file.path,
      output,
      password: parameters.password,
      protection: protectionFrom(parameters),
      ...workOf(context),
    });
    return {
      result: { kind: "file", mediaType: "application/pdf", filename: "unlocked.pdf", path: output },
      warnings: wasEncrypted ? [] : [{ code: "not_encrypted" }],
    };
  },
});

function protectionFrom(parameters: {
  readonly re_encrypt_password: string | undefined;
  readonly re_encrypt_owner_password: string | undefined;
  readonly permissions: readonly Permission[];
}): NewProtection | undefined {
  const { re_encrypt_password: userPassword, re_encrypt_owner_password: ownerPassword, permissions } = parameters;
  return userPassword === undefined
    ? undefined
    : { userPassword, ownerPassword: ownerPassword ?? userPassword, permissions };
}
