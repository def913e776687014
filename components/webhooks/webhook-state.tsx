'use client';

import { type ReactNode, useEffect, useState, useSyncExternalStore } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { classNames } from '@/components/ui/class-names';
import { ErrorMessage } from '@/components/ui/error-message';
import { ApiRequestError, isOutcomeUnknown } from '@/lib/client/api-request';
import type { WebhookDeliveryBody, WebhookEndpointBody } from '@/lib/contract/webhooks';
import { formatDate, formatIsoTime, formatZonedTime } from '@/lib/format/date-time';
import { formatRelativeTime } from '@/lib/format/elapsed-time';
import { useWebhooksText } from './use-webhooks-text';

const paths = {
  success: 'M3 8.5l3.2 3.2L13 4.6',
  failure: 'M4 4l8 8M12 4l-8 8',
  open: 'M8 2.5a5.5 5.5 0 1 0 0 11a5.5 5.5 0 1 0 0-11M8 5v3.2l2.2 1.6',
  off: 'M4 8h8',
};

/** A state with a mark before it. The shape of the mark and the text carry the meaning, not the color. */
export function StateLabel({ mark, children }: { mark: keyof typeof paths; children: ReactNode }) {
  return (
    <span className="inline-flex items-baseline gap-2">
      <svg
        aria-hidden="true"
        viewBox="0 0 16 16"
        width="1em"
        height="1em"
        fill="none"
        stroke="currentColor"
        strokeWidth="1.5"
        strokeLinecap="square"
        className={classNames(
          'relative top-[0.125em] inline-block shrink-0',
          mark === 'failure' && 'text-lost',
        )}
      >
        <path d={paths[mark]} />
      </svg>
      <span className="min-w-0">{children}</span>
    </span>
  );
}

/** Whether an endpoint is enabled, failing or disabled, and since when. */
export function EndpointState({ endpoint }: { endpoint: WebhookEndpointBody }) {
  const { state } = useWebhooksText();
  if (endpoint.disabled !== null) {
    return (
      <StateLabel mark="off">
        {interpolate(state.disabled, [<DateTime key="time" at={endpoint.disabled} />])}
      </StateLabel>
    );
  }
  if (endpoint.failing_since !== null) {
    return (
      <StateLabel mark="failure">
        {interpolate(state.failing, [<DateTime key="time" at={endpoint.failing_since} />])}
      </StateLabel>
    );
  }
  return <StateLabel mark="success">{state.enabled}</StateLabel>;
}

const deliveryMarks = { delivered: 'success', failed: 'failure', waiting: 'open', queued: 'open' } as const;

export function DeliveryState({ state }: Pick<WebhookDeliveryBody, 'state'>) {
  const { deliveries } = useWebhooksText();
  return <StateLabel mark={deliveryMarks[state]}>{deliveries.states[state]}</StateLabel>;
}

/** Date, time and zone. `at` is in Unix seconds. */
export function DateTime({ at }: { at: number }) {
  const { ui } = useText();
  const options = useDateFormatOptions();
  return (
    <time dateTime={formatIsoTime(at)}>
      {[formatDate(at, options), formatZonedTime(at, options)].join(ui.comma)}
    </time>
  );
}

/** "3 minutes ago", updated every half minute. Empty until mounted, so that server and client render the same. */
export function RelativeTime({ at }: { at: number }) {
  const { justNow } = useWebhooksText();
  const { locale } = useDateFormatOptions();
  const [now, setNow] = useState<number | null>(null);
  useEffect(() => {
    const update = () => setNow(Math.floor(Date.now() / 1000));
    update();
    const timer = setInterval(update, 30_000);
    return () => clearInterval(timer);
  }, []);
  return (
    <time dateTime={formatIsoTime(at)}>
      {now !== null && formatRelativeTime(locale, at, Math.max(now, at), justNow)}
    </time>
  );
}

/** A URL or an ID, which reads from left to right in every language. */
export function Code({ children, className }: { children: string; className?: string }) {
  return (
    <code dir="ltr" className={classNames('text-[0.92em] [overflow-wrap:anywhere]', className)}>
      {children}
    </code>
  );
}

/** Why a change failed. Says whether it may have been made nevertheless. */
export function WebhookError({ error, unknownOutcome }: { error: unknown; unknownOutcome?: string }) {
  const text = useWebhooksText();
  const messages: Partial<Record<string, string>> = text.errors;
  const message = error instanceof ApiRequestError && messages[error.code];
  return (
    <span className="block border-s-4 border-lost ps-4">
      {message ||
        (isOutcomeUnknown(error) ? (unknownOutcome ?? text.unknownOutcome) : <ErrorMessage error={error} />)}
    </span>
  );
}

const subscribeToNothing = () => () => {};

/** False on the server and until hydration. A form whose submit button is disabled is not submitted by the browser itself. */
export function useHydrated(): boolean {
  return useSyncExternalStore(
    subscribeToNothing,
    () => true,
    () => false,
  );
}
