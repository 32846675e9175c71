import { type Fault, valueError } from "../../../kernel/faults.ts";

/* What to do about a request without a file where one is meant. */

const ADDRESS = /^\s{0,9}(?:https?|ftp|s3|gs):\/\//i;
/** The beginnings of PDF, PNG, JPEG and WebP in base64, and of a data: URL. */
const ENCODED = /^\s{0,9}(?:data:|JVBERi0|iVBORw0KGgo|\/9j\/|UklGR)/;
/** What programs write in place of a file that they do not send. */
const NO_FILE = /^(?:undefined|null|none|\[object \w{1,30}\]|<_io\.\w{1,30} .{0,200}|b['"].{0,200})$/is;
const FILE_NAME = /^[\w./-]{1,100}$/;
const LAST_PART = /^[a-z]:\\(?:[^\\]{1,100}\\){0,20}([\w.-]{1,100})$/i;

/** Returns the fault of a text where a file belongs: most often curl's `@` was left out before the name of the file. */
export const textInFileField = (field: string, text: unknown): Fault =>
  valueError("expected a file and received a text", {
    advice: typeof text === "string" ? adviceOn(field, text) : curlAdvice(field),
  });

function adviceOn(field: string, text: string): string {
  if (ADDRESS.test(text)) {
    return `${NOT_FETCHED} -F ${field}=@document.pdf.`;
  }
  if (ENCODED.test(text)) {
    return `Base64 is not read here: decode it, and send the bytes as a file, with curl: -F ${field}=@document.pdf.`;
  }
  if (NO_FILE.test(text)) {
    return `A program has sent that in place of the file. In JavaScript append a File or Blob to FormData; with requests of Python: files={"${field}": open("document.pdf", "rb")}.`;
  }
  return curlAdvice(field, LAST_PART.exec(text)?.[1] ?? (FILE_NAME.test(text) ? text : undefined));
}

const curlAdvice = (field: string, name = "document.pdf"): string =>
  `With curl an @ before the name sends the file itself: -F ${field}=@${name}.`;

const NOT_FETCHED = "Documents are not fetched from an address: download it, and send it as a file, with curl:";

/** Returns the fault of a form without any file; one of `texts` may be the address of the file. */
export function missingFile(
  field: string,
  { isOne, texts }: { readonly isOne: boolean; readonly texts: Iterable<string> },
): Fault {
  const hasAddress = [...texts].some((text) => ADDRESS.test(text));
  const advice = hasAddress
    ? `${NOT_FETCHED} -F ${field}=@document.pdf.`
    : `Send ${isOne ? "the document" : "each document"} as a file, with curl: -F ${field}=@document.pdf.`;
  return { type: "missing", message: "Field required", advice };
}
