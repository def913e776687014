// What a frame of another page changes in the modules that it shares with the other pages. They do not load the rest for it.

/** What authorizes the requests of a frame, instead of a cookie. */
interface RequestAuthorization {
  /** Resolves when a request may be sent. */
  getHeaders: () => Promise<Record<string, string>>;
  /** It is called after 401. Resolves to whether to repeat the request. */
  renew: () => Promise<boolean>;
}

/** The value is null in other pages. */
export const frameHooks: {
  authorization: RequestAuthorization | null;
  /** The language of the texts of the catalog in the page, for those of responses: a frame has no cookie. */
  language: string | null;
  /** Opens the page where an owner continues, in place of the page around the frame. */
  openCheckout: ((change: { id: string; checkoutUrl: string }) => void) | null;
  /** Takes the response to each change. */
  reportChange: ((response: unknown) => void) | null;
} = { authorization: null, language: null, openCheckout: null, reportChange: null };
