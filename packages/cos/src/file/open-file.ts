import type { Bounds } from "../bounds.ts";
import { CosError } from "../cos-error.ts";
import { CosString, Dict, Ref, resolve } from "../objects.ts";
import { SecurityHandler } from "../security/security-handler.ts";
import { type HeaderFacts, readHeader } from "./header.ts";
import { type LinearizationFacts, readLinearization } from "./linearization.ts";
import type { ObjectLoader } from "./object-loader.ts";
import { FileRepair, hasPages } from "./repair.ts";
import type { RepairLog } from "./repairs.ts";
import { walkXref, type XrefFacts, type XrefWalk } from "./xref.ts";

export interface OpenedFile {
  readonly header: HeaderFacts;
  readonly xref: XrefFacts;
  readonly linearization: LinearizationFacts | undefined;
  readonly trailer: Dict;
  readonly catalog: Dict;
  readonly security: SecurityHandler | undefined;
  /** Whether objects are where a search of the whole file found them. */
  readonly isRebuilt: boolean;
}

interface FileContext {
  readonly bytes: Uint8Array;
  readonly bounds: Bounds;
  readonly log: RepairLog;
  readonly password: string | Uint8Array | undefined;
  readonly loader: ObjectLoader;
}

/**
 * Finds the objects of a file and its encryption, and sets both in `loader`.
 * @throws CosError `not_pdf` when nothing leads to a catalog, and those of the security handler.
 */
export function openFile(context: FileContext & { mode: "auto" | "strict" }): OpenedFile {
  const { bytes, loader, log } = context;
  const header = readHeader(bytes);
  if (header.offset === null) {
    log.add("header-missing", "The file has no header in its first 1,024 bytes.");
  }
  const headerOffset = header.offset ?? 0;
  const walk = walkXref({ ...context, parse: loader.plainContext, entries: loader.entries }, headerOffset);
  loader.reset();
  const document = context.mode === "strict" ? openStrictly(walk, context) : openLeniently(walk, context);
  const linearization = readLinearization(bytes, headerOffset, loader.plainContext);
  return { header, xref: walk.facts, linearization, ...document };
}

interface OpenedObjects {
  readonly trailer: Dict;
  readonly catalog: Dict;
  readonly security: SecurityHandler | undefined;
  readonly isRebuilt: boolean;
}

interface Rebuilt extends OpenedObjects {
  readonly isTrailerMade: boolean;
}

function openStrictly(walk: XrefWalk, context: FileContext): OpenedObjects {
  const trailer = trailerOf(walk);
  if (trailer === undefined) {
    throw notPdf(walk.damage?.message ?? "There is no trailer.");
  }
  const security = openSecurity(trailer, context);
  const catalog = trailer.get("Root");
  if (!(catalog instanceof Dict)) {
    throw notPdf("The trailer does not lead to a catalog.");
  }
  return { trailer, catalog, security, isRebuilt: false };
}

function openLeniently(walk: XrefWalk, context: FileContext): OpenedObjects {
  const { bytes, bounds, loader, log } = context;
  const repair = new FileRepair(bytes, bounds, loader.plainContext);
  const trailer = trailerOf(walk);
  if (trailer === undefined) {
    const rebuilt = rebuild(repair, undefined, context) ?? failToRepair();
    return accept(rebuilt, walk.damage?.message ?? "There is no trailer.", walk, log);
  }
  // Object streams cannot be read before the encryption is known.
  loader.findEntries = () => repair.entries;
  const security = openSecurity(trailer, context);
  loader.findEntries = () => repair.allEntries(loader);
  const catalog = trailer.get("Root");
  const opened = catalog instanceof Dict ? { trailer, catalog, security, isRebuilt: false } : undefined;
  if (opened !== undefined && hasPages(opened.catalog)) {
    return opened;
  }
  const entries = loader.entries;
  const rebuilt = rebuild(repair, security, context);
  if (rebuilt !== undefined && (opened === undefined || hasPages(rebuilt.catalog))) {
    return accept(rebuilt, "The catalog or the page tree is not where the cross-reference section says.", walk, log);
  }
  loader.entries = entries;
  // The search may have found another Encrypt, so the first security handler is set again.
  loader.decryptWith(security);
  return opened === undefined ? failToRepair() : strictAgain(opened);
}

/** Returns the values of a document whose objects were read again. */
function strictAgain(opened: OpenedObjects): OpenedObjects {
  const catalog = opened.trailer.get("Root");
  return { ...opened, catalog: catalog instanceof Dict ? catalog : opened.catalog };
}

function rebuild(
  repair: FileRepair,
  strictSecurity: SecurityHandler | undefined,
  context: FileContext,
): Rebuilt | undefined {
  const { loader } = context;
  loader.entries = repair.entries;
  loader.reset();
  const encrypted = strictSecurity === undefined ? repair.encryptedTrailer() : undefined;
  const security = encrypted === undefined ? strictSecurity : openSecurity(encrypted, context);
  repair.allEntries(loader);
  loader.reset();
  const found = repair.trailer(loader);
  const catalog = found?.trailer.get("Root");
  if (found === undefined || !(catalog instanceof Dict)) {
    return undefined;
  }
  return { trailer: found.trailer, catalog, security, isRebuilt: true, isTrailerMade: found.isMade };
}

/** Reports that the result of a search of the file replaces the cross-reference sections, and returns it. */
function accept(rebuilt: Rebuilt, reason: string, walk: XrefWalk, log: RepairLog): OpenedObjects {
  log.add("xref-rebuilt", reason, walk.damage === undefined ? {} : { offset: walk.damage.offset });
  if (rebuilt.isTrailerMade) {
    log.add("trailer-made", "No trailer leads to a catalog with pages; one was made for what was found.");
  }
  return rebuilt;
}

/** Returns the trailer of the newest section; undefined when not all sections could be read. */
const trailerOf = (walk: XrefWalk): Dict | undefined =>
  walk.damage === undefined ? walk.facts.sections[0]?.trailer : undefined;

const notPdf = (reason: string): CosError => new CosError("not_pdf", `The file cannot be read as a PDF: ${reason}`);

function failToRepair(): never {
  throw notPdf("neither its cross-reference sections nor a search of the whole file lead to a catalog.");
}

/**
 * Opens the security handler of the trailer's Encrypt (7.6.2) and sets it in `loader`; undefined when there is none.
 */
function openSecurity(trailer: Dict, { loader, log, password }: FileContext): SecurityHandler | undefined {
  const entry = trailer.raw("Encrypt");
  if (entry === undefined || entry === null) {
    return undefined;
  }
  if (entry instanceof Ref) {
    loader.exemptFromEncryption(entry.number);
  }
  const encrypt = resolve(entry);
  if (encrypt === null) {
    log.add("encrypt-ignored", "The trailer's Encrypt leads to nothing: the file is taken as not encrypted.");
    return undefined;
  }
  if (!(encrypt instanceof Dict)) {
    throw new CosError("unsupported_encryption", "The trailer's Encrypt is no dictionary.");
  }
  const id = resolve(trailer.array("ID")?.[0]);
  const security = SecurityHandler.open(encrypt, id instanceof CosString ? id.bytes : new Uint8Array(0), password);
  loader.decryptWith(security);
  return security;
}
