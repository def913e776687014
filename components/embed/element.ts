import type { FrameInput, FrameOutput } from '@/lib/contract/embedding';

// The script of the element <app-versions-plans>, which /embed.js serves to pages of other origins. It has no imports but types.

/** Attributes with the search params of the frame that they set. */
const params: Record<string, string> = {
  app: 'app',
  lang: 'lang',
  theme: 'theme',
  view: 'view',
  period: 'period',
  users: 'seats',
  accent: 'accent',
  paper: 'paper',
  ink: 'ink',
  radius: 'radius',
  'font-size': 'fontsize',
};
const name = 'app-versions-plans';
/** The change whose end the next page shows, after a page of the host application. */
const storageKey = `${name}-change`;
/** How long the frame can take to answer once it has loaded. */
const timeoutMs = 3000;
/** CSS pixels, as in `app/globals.css`. */
const ringSize = 4;

/** The storage. It is null in a page whose user blocks it. */
const storage = getStorage();
function getStorage(): Storage | null {
  try {
    return sessionStorage;
  } catch {
    return null;
  }
}

const script = document.currentScript ?? document.querySelector('script[src*="/embed.js"]');
const { origin } = new URL((script as HTMLScriptElement).src);

class AppVersionsPlans extends HTMLElement {
  static observedAttributes = Object.keys(params);
  #token: string | null = null;
  #frame: HTMLIFrameElement | null = null;
  #port: MessagePort | null = null;
  #url = '';

  /** Signs the user in, or with null out. It is never an attribute or a part of a URL. */
  get token(): string | null {
    return this.#token;
  }
  set token(token: string | null) {
    this.#token = token ?? null;
    this.#send();
  }

  connectedCallback(): void {
    // Set before this script was loaded.
    if (Object.hasOwn(this, 'token')) {
      const { token } = this;
      Reflect.deleteProperty(this, 'token');
      this.#token = token;
    }
    const root = this.shadowRoot ?? this.attachShadow({ mode: 'open' });
    const fallback = document.createElement('slot');
    fallback.hidden = true;
    const frame = document.createElement('iframe');
    frame.title = this.textContent?.trim() || 'Plans';
    // Not `block`, with which the margin of the frame would move the element.
    this.style.display = 'flow-root';
    // Until the height is known: what the page reserves, or the window, so that the content below does not move.
    const reserved = Number.parseFloat(getComputedStyle(this).minHeight);
    const height = reserved ? `${reserved}px` : '100vh';
    Object.assign(frame.style, { display: 'block', height, border: '0' });
    // The frame has this space around its content for focus rings.
    Object.assign(frame.style, { marginBlockStart: `-${ringSize}px`, marginInlineStart: `-${ringSize}px` });
    this.#frame = frame;
    this.#url = frame.src = this.#getUrl();
    frame.onload = () => this.#connect(fallback);
    root.replaceChildren(frame, fallback);
    this.#place();
    addEventListener('scroll', this.#place, { capture: true, passive: true });
    addEventListener('resize', this.#place);
  }

  disconnectedCallback(): void {
    removeEventListener('scroll', this.#place, { capture: true });
    removeEventListener('resize', this.#place);
    this.#port?.close();
    this.#frame = this.#port = null;
  }

  attributeChangedCallback(): void {
    // Once for attributes that are set together.
    queueMicrotask(() => {
      const url = this.#frame && this.#getUrl();
      if (!url || url === this.#url) return;
      this.#url = url;
      // An assignment to `src` would add an entry to the history of the window.
      this.#frame?.contentWindow?.location.replace(url);
    });
  }

  #getUrl(): string {
    const url = new URL('/embed', origin);
    const scheme = getComputedStyle(this).colorScheme;
    const darkTheme = /light/.test(scheme) ? 'system' : 'dark';
    const defaults: Record<string, string | null | undefined> = {
      lang: this.closest<HTMLElement>('[lang]')?.lang,
      theme: /dark/.test(scheme) ? darkTheme : 'light',
    };
    for (const [attribute, param] of Object.entries(params)) {
      let value = this.getAttribute(attribute) ?? defaults[attribute];
      if (attribute === 'lang') value = value?.slice(0, 2).toLowerCase();
      if (value) url.searchParams.set(param, value.replace(/^#/, ''));
    }
    const change = storage?.getItem(storageKey);
    if (change) url.searchParams.set('change', change);
    return url.href;
  }

  /** Aligns the content with the element, and tells the frame which part of it is in the window. */
  #place = (): void => {
    if (!this.#frame) return;
    const { left, right } = this.getBoundingClientRect();
    // Beside the edge of the window, the page would scroll.
    const hasRoom = Math.min(left, document.documentElement.clientWidth - right) >= ringSize;
    this.#frame.style.width = `calc(100% + ${hasRoom ? 2 * ringSize : ringSize}px)`;
    const { top, bottom } = this.#frame.getBoundingClientRect();
    const start = Math.max(0, -top);
    const size = Math.max(0, Math.min(bottom, innerHeight) - Math.max(top, 0));
    this.#port?.postMessage({ visible: { start, size } } satisfies FrameInput);
  };

  #connect(fallback: HTMLElement): void {
    const { port1, port2 } = new MessageChannel();
    this.#port?.close();
    this.#port = port1;
    const timer = setTimeout(() => this.#showFallback(fallback, true), timeoutMs);
    port1.onmessage = ({ data }: MessageEvent<FrameOutput>) => {
      clearTimeout(timer);
      this.#showFallback(fallback, false);
      this.#receive(data);
    };
    // Only a document of this origin gets the port, whatever the frame shows.
    this.#frame?.contentWindow?.postMessage('app-versions-connect', origin, [port2]);
    this.#send();
    this.#place();
  }

  #showFallback(fallback: HTMLElement, isShown: boolean): void {
    fallback.hidden = !isShown;
    if (this.#frame) this.#frame.hidden = isShown;
  }

  #send(): void {
    this.#port?.postMessage({ token: this.#token } satisfies FrameInput);
  }

  #receive(data: FrameOutput): void {
    if ('height' in data) {
      if (this.#frame) this.#frame.style.height = `${data.height}px`;
      this.#place();
    } else if ('event' in data) this.#dispatch(data.event, data.detail);
    else if (this.#dispatch('requested', { change_id: data.change, checkout_url: data.checkout })) {
      storage?.setItem(storageKey, data.change);
      const url = new URL(data.checkout);
      url.searchParams.set('return_url', location.href);
      location.assign(url);
    }
  }

  /** Whether the page has not prevented the default action. */
  #dispatch(type: string, detail?: object): boolean {
    // A token that has been asked for is not sent again.
    if (type === 'tokenneeded') this.#token = null;
    if (type === 'ready') storage?.removeItem(storageKey);
    return this.dispatchEvent(new CustomEvent(type, { detail, bubbles: true, cancelable: true }));
  }
}

if (!customElements.get(name)) customElements.define(name, AppVersionsPlans);
