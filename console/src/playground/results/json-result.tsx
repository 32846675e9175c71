import type { ReactNode } from "react";
import { Loading } from "../../design/page.tsx";
import { TextResult } from "./text-result.tsx";
import { useText } from "./use-text.ts";

interface JsonResultProps {
  readonly blob: Blob;
  readonly source: File | undefined;
}

/** A result that is JSON. */
export function JsonResult({ blob }: JsonResultProps): ReactNode {
  const text = useText(blob);
  return text === undefined ? <Loading /> : <TextResult blob={new Blob([JSON.stringify(JSON.parse(text), null, 2)])} />;
}
