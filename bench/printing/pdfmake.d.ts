/* The part of pdfmake that the benches use; it has no types of its own. */
declare module "pdfmake" {
  interface MadeDocument {
    getBuffer(): Promise<Buffer>;
  }
  const pdfmake: {
    setFonts(fonts: Record<string, Record<string, string>>): void;
    createPdf(definition: object): MadeDocument;
  };
  export default pdfmake;
}
