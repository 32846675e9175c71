/** Objects, and the bounds that all reading keeps. */
export { Bounds, type BoundsOptions } from "./bounds.ts";
export { CosError, type CosErrorCode } from "./cos-error.ts";
/** Files. */
export { CosDocument, type OpenOptions } from "./file/document.ts";
export type { HeaderFacts } from "./file/header.ts";
export type { LinearizationFacts } from "./file/linearization.ts";
export type { Repair, RepairKind } from "./file/repairs.ts";
export type { Revision, XrefFacts, XrefSection } from "./file/xref.ts";
export { type Filter, FULL_FILTER_NAMES, filtersOf } from "./filters/declared-filters.ts";
/** Streams and content streams. */
export { type Decoded, decodeData, decodeStream } from "./filters/decode.ts";
export { encodeFlate } from "./filters/flate.ts";
/** Pages, trees, text, dates, functions. */
export {
  type AddObject,
  type BuiltPage,
  type BuiltPageTree,
  buildPageTree,
  standalonePages,
  treeOfPages,
} from "./model/build-page-tree.ts";
export { contentsStream } from "./model/contents-stream.ts";
export { formatDate, type PdfDate, parseDate } from "./model/date.ts";
export { dictionariesIn } from "./model/dictionaries.ts";
export { fieldAndAncestors, fieldTypeOf } from "./model/fields.ts";
export { type CosFunction, functionOf, functionsOf } from "./model/functions/function.ts";
export {
  inverted,
  type Matrix,
  mappedPoint,
  mappedRectangle,
  matrixText,
  multiplied,
  type Point,
  real,
} from "./model/matrix.ts";
export { buildNameTree, compareNames, NameTree } from "./model/name-tree.ts";
export { buildNumberTree, NumberTree } from "./model/number-tree.ts";
export { INHERITABLE, type InheritableKey, NO_CONTENT_STREAM, Page, type PageContents } from "./model/page.ts";
export { type PageSource, type PageTree, pagesOf, readPageTree } from "./model/pages.ts";
export { intersection, isEmptyRectangle, type Rectangle, rectangleArray, rectangleOf } from "./model/rectangle.ts";
export { type ResourceCategory, resource } from "./model/resources.ts";
export { decodeTextString, encodeTextString } from "./model/text-string.ts";
export { type PageShape, type VisiblePage, visiblePage } from "./model/visible-page.ts";
export * from "./objects.ts";
/** Protection. */
export { type NewProtection, type ProtectionAlgorithm, SecurityHandler } from "./security/security-handler.ts";
export { type ContentProblem, contentOperations, type InlineImage, type Operation } from "./syntax/content-stream.ts";
export type {
  FileLocation,
  IndirectObject,
  ObjectStreamLocation,
  ObjectSyntax,
  StreamSyntax,
  TokenFact,
} from "./syntax/facts.ts";
export { FULL_INLINE_COLOUR_SPACES, FULL_INLINE_KEYS } from "./syntax/inline-image.ts";
export { Lexer, Token, TokenFlag, type TokenKind } from "./syntax/lexer.ts";
export { type ParseContext, parseValue } from "./syntax/parser.ts";

/** Writing. */
export { contentText } from "./write/content-text.ts";
export type { ByteSink } from "./write/file-output.ts";
export { MadeObjects } from "./write/made-objects.ts";
export { type WriteOptions, type WriteSummary, writeDocument } from "./write/write-document.ts";
export { isUpdatable, type UpdateOptions, writeUpdate } from "./write/write-update.ts";
