declare global {
  interface Window {
    /** The last click on a `button[type=button]` before hydration. */
    recordedClick?: Event | undefined;
    recordClick?: (event: Event) => void;
  }
}

/**
 * An inline script for the head of the page. It records the last click on a button until `useHydrationReplay` takes it.
 */
export function RecordClickScript({ nonce }: { nonce: string | undefined }) {
  // Browsers hide the nonce attribute from scripts, so the client sees another value than the server rendered.
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {`(${installClickRecorder})()`}
    </script>
  );
}

/** Serialized into the page with `toString`, so it must not refer to anything outside itself. */
function installClickRecorder(): void {
  window.recordClick = (event) => {
    const button = event.target instanceof Element && event.target.closest('button[type="button"]');
    // Only the last click is kept: repeated clicks are impatience or a correction.
    if (button) window.recordedClick = event;
  };
  window.addEventListener('click', window.recordClick, true);
}
