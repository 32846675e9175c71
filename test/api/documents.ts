import { deflateSync } from "node:zlib";

/* Documents that tests write themselves because a fixture would be too large or would hide what matters. */

/** Makes a document of `count` empty pages, one inch square. */
export function emptyPages(count: number): Buffer {
  const kids = Array.from({ length: count }, (_, index) => `${index + 3} 0 R`).join(" ");
  const page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] >>";
  return classicPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    ...Array.from({ length: count }, () => page),
  ]);
}

/**
 * Makes a document of `count` Letter pages with a few shapes each, which take some seconds in 300 dpi. `paddingBytes`
 * adds a stream that no page uses, to make it large.
 */
export function letterPages(count: number, { paddingBytes = 0 } = {}): Buffer {
  const kids = Array.from({ length: count }, (_, index) => `${index + 5} 0 R`).join(" ");
  const shapes = Array.from({ length: 20 }, (_, index) => `0.${index % 10} g ${30 * index} 99 20 600 re f`).join(" ");
  const page = "<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 3 0 R >>";
  return classicPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    `<< /Type /Pages /Kids [${kids}] /Count ${count} >>`,
    stream(shapes),
    stream(" ".repeat(paddingBytes)),
    ...Array.from({ length: count }, () => page),
  ]);
}

/**
 * Makes a page of 100,000 large translucent triangles on top of one another, which takes many minutes in up to 150
 * dpi, but little memory, of which an engine has only so much.
 */
export function slowPage(): Buffer {
  const content = deflateSync(Buffer.from(`/T gs ${"0 0 m 3000 0 l 1500 3000 l f ".repeat(100_000)}`)).toString(
    "latin1",
  );
  const state = "<< /ExtGState << /T << /ca 0.01 >> >> >>";
  return classicPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 3000 3000] /Resources ${state} /Contents 4 0 R >>`,
    stream(content, "/Filter /FlateDecode"),
  ]);
}

/**
 * Makes a PDF of `objects`, numbered from 1, with a classic cross-reference table; the first object is the catalog.
 */
export function classicPdf(objects: readonly string[]): Buffer {
  let text = "%PDF-1.4\n";
  const entries = objects.map((object, index) => {
    const offset = text.length;
    text += `${index + 1} 0 obj\n${object}\nendobj\n`;
    return `${String(offset).padStart(10, "0")} 00000 n \n`;
  });
  const table = `xref\n0 ${objects.length + 1}\n0000000000 65535 f \n${entries.join("")}`;
  const trailer = `trailer\n<< /Size ${objects.length + 1} /Root 1 0 R >>\nstartxref\n${text.length}\n%%EOF\n`;
  return Buffer.from(text + table + trailer, "latin1");
}

/**
 * Makes a page that no engine draws in less than minutes: nine levels of forms, each of which draws the next one ten
 * times.
 */
export function endlessPage(): Buffer {
  const firstForm = 4;
  const forms = Array.from({ length: 9 }, (_, index) => {
    const next = `<< /XObject << /F ${firstForm + index + 1} 0 R >> >>`;
    return stream("/F Do ".repeat(10), `/Type /XObject /Subtype /Form /BBox [0 0 72 72] /Resources ${next}`);
  });
  return classicPdf([
    "<< /Type /Catalog /Pages 2 0 R >>",
    "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
    `<< /Type /Page /Parent 2 0 R /MediaBox [0 0 72 72] /Resources << /XObject << /F 4 0 R >> >> /Contents ${firstForm + 10} 0 R >>`,
    ...forms,
    stream("0.5 g 0 0 m 72 0 l 36 72 l f", "/Type /XObject /Subtype /Form /BBox [0 0 72 72]"),
    stream("/F Do"),
  ]);
}

const stream = (content: string, attributes = ""): string =>
  `<< ${attributes} /Length ${content.length} >>\nstream\n${content}\nendstream`;
