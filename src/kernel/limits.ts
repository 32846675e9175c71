/** The bounds that a request meets, as values (contract §11); `GET /api/v1/limits` reports them. */
export interface Limits {
  /** Whole request body, multipart framing included. */
  readonly uploadBytes: number;
  /** A request body of JSON. */
  readonly jsonBytes: number;
  readonly files: number;
  readonly fields: number;
  readonly fieldBytes: number;
  readonly pagesPerDocument: number;
  /** Of a document whose text is to be recognised. */
  readonly ocrPagesPerDocument: number;
  /** Of a document that a model provider is to read. */
  readonly visionPagesPerDocument: number;
  readonly imagePixels: number;
  readonly archiveBytes: number;
  /** Wall time of a synchronous request once its body is complete. */
  readonly syncTimeoutMs: number;
  /** Engine time of a synchronous request. */
  readonly engineTimeMs: number;
}
