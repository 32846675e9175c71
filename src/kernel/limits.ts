/** The bounds that apply to a request, as values (contract §11); `GET /api/v1/limits` reports them. */
export interface Limits {
  /** The size of a whole request body, multipart framing included. */
  readonly uploadBytes: number;
  /** The size of a request body of JSON. */
  readonly jsonBytes: number;
  readonly files: number;
  readonly fields: number;
  readonly fieldBytes: number;
  readonly pagesPerDocument: number;
  /** The number of pages of a document whose text is to be recognised. */
  readonly ocrPagesPerDocument: number;
  /** The number of pages of a document that a model provider is to read. */
  readonly visionPagesPerDocument: number;
  readonly imagePixels: number;
  readonly archiveBytes: number;
  /** The wall time of a synchronous request once its body is complete, in milliseconds. */
  readonly syncTimeoutMs: number;
  /** The engine time of a synchronous request, in milliseconds. */
  readonly engineTimeMs: number;
}
