import koffi, { type LibraryHandle } from "koffi";
import { Failure } from "../../../kernel/failure.ts";

declare const address: unique symbol;
/** A document inside libqpdf (`qpdf_data`). */
export type QpdfData = { readonly [address]: "qpdf_data" };
/** An error or a warning of a document (`qpdf_error`); valid until the next one is read. */
export type QpdfErrorData = { readonly [address]: "qpdf_error" };

export type QpdfLibrary = ReturnType<typeof bind>;

/**
 * Returns libqpdf, loaded at the first call. Its C interface is documented in <qpdf/qpdf-c.h>; it is the same in the
 * sonames 29 (qpdf 11) and 30 (qpdf 12).
 * @throws Failure `engine_unavailable`
 */
export function qpdfLibrary(): QpdfLibrary {
  loaded ??= load(chosenName === undefined ? KNOWN_NAMES : [chosenName]);
  return loaded;
}

/** Sets the library, as a soname or a path, to use instead of the known names; undefined goes back to those. */
export function chooseQpdfLibrary(name: string | undefined): void {
  chosenName = name;
  loaded = undefined;
}

/**
 * Loads the library before a worker is confined, after which its file may be out of reach. A worker without it starts
 * all the same: its other engines work, and calls that need libqpdf report what is missing.
 */
export function prepareQpdf(): void {
  try {
    qpdfLibrary();
  } catch (error) {
    if (!(error instanceof Failure)) {
      throw error;
    }
  }
}

/** Returns the version of libqpdf, such as "11.3.0", for health and `quire doctor`. */
export function qpdfVersion(): string {
  return qpdfLibrary().version();
}

const KNOWN_NAMES: readonly string[] =
  process.platform === "darwin"
    ? ["libqpdf.dylib", "/opt/homebrew/lib/libqpdf.dylib", "/usr/local/lib/libqpdf.dylib"]
    : process.platform === "win32"
      ? ["qpdf30.dll", "qpdf29.dll"]
      : ["libqpdf.so.30", "libqpdf.so.29"];

let chosenName: string | undefined;
let loaded: QpdfLibrary | undefined;

function load(names: readonly string[]): QpdfLibrary {
  const reasons: unknown[] = [];
  for (const name of names) {
    try {
      const library = bind(koffi.load(name));
      silence(library);
      return library;
    } catch (error) {
      reasons.push(error);
    }
  }
  throw new Failure("engine_unavailable", "The qpdf library is not installed.", {
    facts: { names, reasons: reasons.map(String) },
  });
}

// Where the header says `char const*` for a password, bytes are declared: old documents have passwords that are no
// UTF-8.
function bind(library: LibraryHandle) {
  return {
    version: library.func("const char *qpdf_get_qpdf_version()") as () => string,
    init: library.func("void *qpdf_init()") as () => QpdfData,
    cleanup: library.func("void qpdf_cleanup(_Inout_ void **qpdf)") as (qpdf: [QpdfData]) => void,
    silenceErrors: library.func("void qpdf_silence_errors(void *qpdf)") as (qpdf: QpdfData) => void,
    setSuppressWarnings: library.func("void qpdf_set_suppress_warnings(void *qpdf, int value)") as Switch,

    hasError: library.func("int qpdf_has_error(void *qpdf)") as (qpdf: QpdfData) => number,
    getError: library.func("void *qpdf_get_error(void *qpdf)") as (qpdf: QpdfData) => QpdfErrorData,
    moreWarnings: library.func("int qpdf_more_warnings(void *qpdf)") as (qpdf: QpdfData) => number,
    nextWarning: library.func("void *qpdf_next_warning(void *qpdf)") as (qpdf: QpdfData) => QpdfErrorData,
    errorCode: library.func("int qpdf_get_error_code(void *qpdf, void *error)") as OfError<number>,
    errorDetail: library.func("const char *qpdf_get_error_message_detail(void *qpdf, void *error)") as OfError<string>,
    errorOffset: library.func("uint64_t qpdf_get_error_file_position(void *qpdf, void *error)") as OfError<
      number | bigint
    >,

    read: library.func("int qpdf_read(void *qpdf, const char *filename, const uint8_t *password)") as (
      qpdf: QpdfData,
      path: string,
      password: Uint8Array,
    ) => number,
    isEncrypted: library.func("int qpdf_is_encrypted(void *qpdf)") as (qpdf: QpdfData) => number,

    initWrite: library.func("int qpdf_init_write(void *qpdf, const char *filename)") as (
      qpdf: QpdfData,
      path: string,
    ) => number,
    setObjectStreamMode: library.func("void qpdf_set_object_stream_mode(void *qpdf, int mode)") as Switch,
    setStreamDataMode: library.func("void qpdf_set_stream_data_mode(void *qpdf, int mode)") as Switch,
    setDeterministicId: library.func("void qpdf_set_deterministic_ID(void *qpdf, int value)") as Switch,
    setPreserveEncryption: library.func("void qpdf_set_preserve_encryption(void *qpdf, int value)") as Switch,
    /** Permissions in the order of the header: accessibility, extract, assemble, annotate, fill, modify, print. */
    setR6EncryptionParameters: library.func(
      "void qpdf_set_r6_encryption_parameters2(void *qpdf, const char *user, const char *owner, int, int, int, int, int, int, int, int encryptMetadata)",
    ) as (qpdf: QpdfData, user: string, owner: string, ...permissions: [...Permissions, number]) => void,
    write: library.func("int qpdf_write(void *qpdf)") as (qpdf: QpdfData) => number,

    defaultLogger: library.func("void *qpdflogger_default_logger()") as () => Logger,
    cleanupLogger: library.func("void qpdflogger_cleanup(_Inout_ void **logger)") as (logger: [Logger]) => void,
    setInfo: library.func("void qpdflogger_set_info(void *logger, int to, void *fn, void *data)") as SetLog,
    setWarn: library.func("void qpdflogger_set_warn(void *logger, int to, void *fn, void *data)") as SetLog,
    setError: library.func("void qpdflogger_set_error(void *logger, int to, void *fn, void *data)") as SetLog,
  };
}

type Switch = (qpdf: QpdfData, value: number) => void;
type OfError<Value> = (qpdf: QpdfData, error: QpdfErrorData) => Value;
export type Permissions = [number, number, number, number, number, number, number];
type Logger = { readonly [address]: "qpdflogger_handle" };
type SetLog = (logger: Logger, to: number, callback: null, data: null) => void;

// libqpdf's messages are read by calls; its default logger would write document content to the worker's standard error.
function silence(library: QpdfLibrary): void {
  const discard = 3;
  const logger = library.defaultLogger();
  library.setInfo(logger, discard, null, null);
  library.setWarn(logger, discard, null, null);
  library.setError(logger, discard, null, null);
  library.cleanupLogger([logger]);
}
