import { type Bounds, type Dict, decodeStream, decodeTextString, resolve, Stream, CosString } from "@quire/cos";
import { parseXml, type XmlElement, XmpError } from "../../xmp/xml.ts";

/**
 * Returns the value of dynamicRender in the configuration of an XFA form (XFA Specification 3.3, config, acrobat);
 * undefined where there is none that can be read.
 */
export function dynamicRender(form: Dict, bounds: Bounds): string | undefined {
  const stream = configurationOf(form);
  if (stream === undefined) {
    return undefined;
  }
  const { bytes, remaining } = decodeStream(stream, bounds);
  if (remaining.length > 0) {
    return undefined;
  }
  try {
    const root = parseXml(Buffer.from(bytes).toString("utf8").trim(), bounds);
    const config = root && (root.local === "config" ? root : childOf(root, "config"));
    const acrobat = childOf(childOf(config, "acrobat"), "acrobat7");
    return childOf(acrobat, "dynamicRender")?.text.trim();
  } catch (error) {
    if (error instanceof XmpError) {
      return undefined;
    }
    throw error;
  }
}

/** Returns the stream of the whole form, or of the packet named config. */
function configurationOf(form: Dict): Stream | undefined {
  const packets = form.array("XFA");
  if (packets === undefined) {
    return form.stream("XFA");
  }
  const index = packets.findIndex((raw) => {
    const name = resolve(raw);
    return name instanceof CosString && decodeTextString(name.bytes) === "config";
  });
  const packet = index < 0 ? null : resolve(packets[index + 1]);
  return packet instanceof Stream ? packet : undefined;
}

const childOf = (element: XmlElement | undefined, local: string): XmlElement | undefined =>
  element?.children.find((child) => child.local === local);
