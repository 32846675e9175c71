import type { Permission } from "../../../kernel/permissions.ts";
import type { NewProtection } from "../port.ts";
import { type Permissions, type QpdfData, type QpdfErrorData, type QpdfLibrary, qpdfLibrary } from "./library.ts";

/**
 * libqpdf's error for a document that it cannot read or write; `kind` is its `qpdf_error_code_e`, except for memory.
 */
export class QpdfError extends Error {
  readonly kind: QpdfErrorKind;

  constructor(kind: QpdfErrorKind, message: string) {
    super(message);
    this.name = "QpdfError";
    this.kind = kind;
  }
}
export type QpdfErrorKind = "internal" | "system" | "unsupported" | "password" | "damaged" | "memory";

/** A PDF file that libqpdf holds open. Objects are read when they are needed, so a later call can fail too. */
export class QpdfDocument implements Disposable {
  readonly #library: QpdfLibrary;
  readonly #data: QpdfData;
  readonly #warnings: string[] = [];

  private constructor(library: QpdfLibrary, data: QpdfData) {
    this.#library = library;
    this.#data = data;
  }

  /**
   * Opens the file at `path`, repairing its xref when that is damaged. `password` ends with a NUL byte and is the user
   * or the owner password.
   * @throws QpdfError
   */
  static open({ path, password }: { path: string; password: Uint8Array }): QpdfDocument {
    const library = qpdfLibrary();
    const document = new QpdfDocument(library, library.init());
    try {
      library.silenceErrors(document.#data);
      library.setSuppressWarnings(document.#data, 1);
      library.read(document.#data, path, password);
      document.#throwError();
      return document;
    } catch (error) {
      document[Symbol.dispose]();
      throw error;
    }
  }

  get isEncrypted(): boolean {
    return this.#library.isEncrypted(this.#data) !== 0;
  }

  /**
   * Writes the document to a new file at `path`, without protection when none is given. Streams are written as they
   * are stored, only decrypted or encrypted: nothing is inflated, so that a bomb stays as small as it came. (libqpdf
   * makes one exception: it writes XMP metadata in clear text into unprotected documents.)
   * @throws QpdfError
   */
  write({ path, protection }: { path: string; protection: NewProtection | undefined }): void {
    this.#library.initWrite(this.#data, path);
    this.#throwError();
    this.#library.setObjectStreamMode(this.#data, PRESERVE);
    this.#library.setStreamDataMode(this.#data, PRESERVE);
    this.#library.setPreserveEncryption(this.#data, 0);
    if (protection === undefined) {
      this.#library.setDeterministicId(this.#data, 1);
    } else {
      const { userPassword, ownerPassword, permissions } = protection;
      const METADATA_ENCRYPTED = 1;
      const allowed = permissionArguments(permissions);
      this.#library.setR6EncryptionParameters(this.#data, userPassword, ownerPassword, ...allowed, METADATA_ENCRYPTED);
    }
    this.#throwError();
    this.#library.write(this.#data);
    this.#throwError();
    this.#throwLoss();
  }

  /** The repairs until the last `write`, in libqpdf's words, at most `WARNINGS_MAX` of them. */
  get warnings(): readonly string[] {
    return this.#warnings;
  }

  [Symbol.dispose](): void {
    this.#library.cleanup([this.#data]);
  }

  #throwError(): void {
    if (this.#library.hasError(this.#data) !== 0) {
      const error = this.#library.getError(this.#data);
      const message = this.#describe(error);
      const kind = ERROR_KINDS[this.#library.errorCode(this.#data, error)] ?? "damaged";
      throw new QpdfError(message.includes(OUT_OF_MEMORY) ? "memory" : kind, message);
    }
  }

  /**
   * Collects warnings, and throws for lost data: libqpdf goes on without a stream for which it has no memory, and only
   * warns.
   */
  #throwLoss(): void {
    while (this.#library.moreWarnings(this.#data) !== 0) {
      const warning = this.#describe(this.#library.nextWarning(this.#data));
      if (warning.includes(OUT_OF_MEMORY)) {
        throw new QpdfError("memory", warning);
      }
      if (this.#warnings.length < WARNINGS_MAX) {
        this.#warnings.push(warning);
      }
    }
  }

  /** Returns an error's text without the path of the file, which means nothing outside of the worker. */
  #describe(error: QpdfErrorData): string {
    const offset = this.#library.errorOffset(this.#data, error);
    const detail = this.#library.errorDetail(this.#data, error);
    // oxlint-disable-next-line no-control-regex -- libqpdf quotes the document, which may hold anything.
    const text = detail.slice(0, WARNING_LENGTH_MAX).replace(/[\u0000-\u001f\u007f-\u009f]/gu, "\ufffd");
    return offset > 0 ? `offset ${offset}: ${text}` : text;
  }
}

const WARNINGS_MAX = 100;
const WARNING_LENGTH_MAX = 300;

/** The C++ standard library's name of the error, under whichever code libqpdf passes it on. */
const OUT_OF_MEMORY = "std::bad_alloc";

/** `qpdf_o_preserve` for object streams and `qpdf_s_preserve` for stream data. */
const PRESERVE = 1;

/** The kinds by `qpdf_error_code_e`; every further code is about damage of some kind. */
const ERROR_KINDS: Readonly<Record<number, QpdfErrorKind>> = {
  1: "internal",
  2: "system",
  3: "unsupported",
  4: "password",
};

/**
 * Returns the arguments in the order of `qpdf_set_r6_encryption_parameters2`; the last is `qpdf_r3_print_e`: 0 in full,
 * 1 low, 2 none.
 */
function permissionArguments(permissions: readonly Permission[]): Permissions {
  const may = (permission: Permission): number => (permissions.includes(permission) ? 1 : 0);
  const ACCESSIBILITY = 1;
  const print = may("print") === 1 ? 0 : may("print_low") === 1 ? 1 : 2;
  const annotate = may("annotate");
  return [ACCESSIBILITY, may("copy"), may("assemble"), annotate, annotate || may("fill_forms"), may("modify"), print];
}
