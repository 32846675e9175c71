import { useEffect, useState } from "react";

/** Returns the text of a blob once it is read. */
export function useText(blob: Blob): string | undefined {
  const [text, setText] = useState<string>();
  useEffect(() => {
    let isWanted = true;
    setText(undefined);
    void blob.text().then((read) => isWanted && setText(read));
    return () => {
      isWanted = false;
    };
  }, [blob]);
  return text;
}
