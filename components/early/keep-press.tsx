declare global {
  interface Window {
    /** The last press of a button that a script answers, until somebody takes it. */
    earlyPress?: Event | undefined;
    keepEarlyPress?: (event: Event) => void;
  }
}

/** In the page's head, so that it listens before any script is fetched. */
export function KeepPress({ nonce }: { nonce: string | undefined }) {
  // A browser hides the nonce of a script that it has read.
  return (
    <script nonce={nonce} suppressHydrationWarning>
      {`(${keepPress})()`}
    </script>
  );
}

/** Goes into the page as text and sees nothing of this file. */
function keepPress(): void {
  window.keepEarlyPress = (event) => {
    const pressed = event.target instanceof Element && event.target.closest('button[type="button"]');
    // One press after another is impatience, or another mind: the last is the one that is meant.
    if (pressed) window.earlyPress = event;
  };
  window.addEventListener('click', window.keepEarlyPress, true);
}
