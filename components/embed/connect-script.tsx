import type { connectMessage, FrameOutput } from '@/lib/contract/embedding';

/** The page around the frame. */
export interface EmbeddingPage {
  origin: string;
  port: Omit<MessagePort, 'postMessage'> & { postMessage: (message: FrameOutput) => void };
}

declare global {
  interface Window {
    /** The value is undefined until the page has sent its port. */
    embeddingPage?: EmbeddingPage;
  }
}

/**
 * An inline script for the head of `/embed`: it takes the port of the page around the frame, and reports the height of
 * the content.
 */
export function ConnectScript({ nonce }: { nonce: string | undefined }) {
  // Browsers hide the nonce attribute from scripts, so the client sees another value than the server rendered.
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {`(${acceptPort})()`}
    </script>
  );
}

/** Serialized into the page with `toString`, so it must not refer to anything outside itself. */
function acceptPort(): void {
  window.addEventListener('message', ({ source, origin, data, ports: [port] }) => {
    const expected: typeof connectMessage = 'app-versions-connect';
    if (window.parent === window || source !== window.parent || data !== expected || !port) return;
    if (window.embeddingPage) return;
    window.embeddingPage = { origin, port };
    document.documentElement.dataset.connected = '';
    const { body } = document;
    const report = () =>
      window.embeddingPage?.port.postMessage({ height: Math.ceil(body.getBoundingClientRect().height) });
    new ResizeObserver(report).observe(body);
    window.dispatchEvent(new Event('embedding-page'));
  });
}
