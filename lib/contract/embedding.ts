/** Request header of a frame with a token: the origin of the page around it. */
export const embeddingOriginHeader = 'x-embedding-origin';

/** The message with a port that a page sends to the frame once it has loaded. */
export const connectMessage = 'app-versions-connect';

/** What the element sends through the port. */
export type FrameInput =
  /** Null signs the user out. */
  | { token: string | null }
  /** The part of the frame that is in the window, in CSS pixels. */
  | { visible: { start: number; size: number } };

/** What the frame sends through the port. */
export type FrameOutput =
  | { height: number }
  | { event: 'ready' | 'changed' | 'requested' | 'tokenneeded'; detail?: object }
  /** The page where the owner continues, without `return_url`. */
  | { checkout: string; change: string };
