/** A response body that is created in parts while the client reads it. */
export interface BodySource {
  /** The next part; null at the end. */
  next(): Promise<string | null>;
  /** Called once or more when no further part is needed. */
  close(): void;
}

/** Milliseconds that a client may take to read a part. */
const stallTimeoutMs = 30_000;

/**
 * A stream of the parts. A part is created only when the one before it was taken, and the stream fails if the client stops
 * reading. `onError` is called with an error of the source.
 */
export function createBodyStream(
  source: BodySource,
  onError: (error: unknown) => void,
): ReadableStream<Uint8Array<ArrayBuffer>> {
  const encoder = new TextEncoder();
  let stallTimer: NodeJS.Timeout | undefined;
  const awaitRead = (controller: ReadableStreamDefaultController) => {
    stallTimer = setTimeout(() => {
      source.close();
      controller.error(new Error('The client stopped reading.'));
    }, stallTimeoutMs).unref();
  };
  return new ReadableStream(
    {
      start: awaitRead,
      pull: async (controller) => {
        clearTimeout(stallTimer);
        try {
          const part = await source.next();
          if (part === null) {
            source.close();
            controller.close();
          } else {
            controller.enqueue(encoder.encode(part));
            awaitRead(controller);
          }
        } catch (error) {
          source.close();
          onError(error);
          controller.error(error);
        }
      },
      cancel: () => {
        clearTimeout(stallTimer);
        source.close();
      },
    },
    // Without it, a part would be created before the first read.
    { highWaterMark: 0 },
  );
}
