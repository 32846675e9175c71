import { type ReactNode, useEffect, useRef } from "react";
import styles from "./results.module.css";

/**
 * Shows HTML that came out of a document in a frame without an origin, with a policy that lets nothing run or load
 * (public/console/frame.js).
 */
export function SandboxedHtml({ html, title }: { readonly html: string; readonly title: string }): ReactNode {
  const frame = useRef<HTMLIFrameElement>(null);
  useEffect(() => {
    const show = (): void => frame.current?.contentWindow?.postMessage({ html }, "*");
    const listen = ({ source, data }: MessageEvent): void => {
      if (source === frame.current?.contentWindow && Object(data).isFrameReady === true) {
        show();
      }
    };
    window.addEventListener("message", listen);
    show();
    return () => window.removeEventListener("message", listen);
  }, [html]);
  return (
    <iframe ref={frame} className={styles["frame"]} title={title} src="./console/frame.html" sandbox="allow-scripts" />
  );
}
