// The plans of App Versions in a React page. Copy this file. docs/embedding.md describes the element.
//
// <Plans origin="https://plans.example.com" app="larder" getToken={fetchToken} onChanged={() => router.refresh()} />

import { useEffect, useRef } from 'react';

interface PlansElement extends HTMLElement {
  token: string | null;
}

export interface PlansProps {
  /** Origin of App Versions. */
  origin: string;
  app?: string;
  lang?: string;
  theme?: 'light' | 'dark' | 'system';
  period?: 'month' | 'year';
  users?: number;
  view?: 'plans' | 'compare';
  accent?: string;
  paper?: string;
  ink?: string;
  radius?: number;
  fontSize?: number;
  /** Requests a token from your back end. Called again before one expires. Without it, the plans are those of visitors. */
  getToken?: () => Promise<string>;
  /** ID of the user. Another one signs the first one out. */
  userId?: string;
  onChanged?: () => void;
  onRequested?: (event: CustomEvent<{ change_id: string; checkout_url?: string }>) => void;
}

export function Plans(props: PlansProps) {
  const { origin, fontSize, getToken, userId, onChanged, onRequested, ...attributes } = props;
  const ref = useRef<PlansElement>(null);
  const latest = useRef({ getToken, onChanged, onRequested });
  useEffect(() => {
    latest.current = { getToken, onChanged, onRequested };
  });
  useEffect(() => loadScript(`${origin}/embed.js`), [origin]);
  // biome-ignore lint/correctness/useExhaustiveDependencies: another user needs another token
  useEffect(() => {
    const element = ref.current;
    if (!element) return;
    let isCurrent = true;
    const renew = async () => {
      const token = await latest.current.getToken?.();
      if (isCurrent) element.token = token ?? null;
    };
    const listeners: Record<string, (event: Event) => void> = {
      tokenneeded: () => void renew(),
      changed: () => latest.current.onChanged?.(),
      requested: (event) => latest.current.onRequested?.(event as CustomEvent),
    };
    for (const [type, listener] of Object.entries(listeners)) element.addEventListener(type, listener);
    void renew();
    return () => {
      isCurrent = false;
      element.token = null;
      for (const [type, listener] of Object.entries(listeners)) element.removeEventListener(type, listener);
    };
  }, [userId]);
  return (
    <app-versions-plans ref={ref} {...attributes} font-size={fontSize}>
      <a href={origin}>Plans</a>
    </app-versions-plans>
  );
}

function loadScript(src: string): void {
  if (document.querySelector(`script[src="${src}"]`)) return;
  document.head.append(Object.assign(document.createElement('script'), { src, async: true }));
}

declare module 'react' {
  namespace JSX {
    interface IntrinsicElements {
      'app-versions-plans': React.DetailedHTMLProps<React.HTMLAttributes<PlansElement>, PlansElement> &
        Record<string, unknown>;
    }
  }
}
