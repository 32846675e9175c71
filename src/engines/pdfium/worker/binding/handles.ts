/*
 * The handles by which PDFium's C interface identifies its objects: opaque, and valid until they are closed or
 * destroyed.
 */

declare const name: unique symbol;
type Handle<Name extends string> = { readonly [name]: Name };
export type DocumentHandle = Handle<"FPDF_DOCUMENT">;
export type PageHandle = Handle<"FPDF_PAGE">;
export type FormHandle = Handle<"FPDF_FORMHANDLE">;
export type BitmapHandle = Handle<"FPDF_BITMAP">;
export type AnnotationHandle = Handle<"FPDF_ANNOTATION">;
