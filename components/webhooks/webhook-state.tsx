'use client';

import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useDateFormatOptions } from '@/components/i18n/text-provider';
import { DateText, useNow } from '@/components/ui/date-text';
import { ErrorMessage } from '@/components/ui/error-message';
import { StateLabel } from '@/components/ui/icon';
import type { WebhookDeliveryBody, WebhookEndpointBody } from '@/lib/contract/webhooks';
import { formatIsoTime } from '@/lib/format/date-time';
import { formatRelativeTime } from '@/lib/format/elapsed-time';

/** Whether an endpoint is enabled, failing or disabled, and since when. */
export function EndpointState({ endpoint }: { endpoint: WebhookEndpointBody }) {
  const { state } = usePageText('staff').webhooks;
  if (endpoint.disabled !== null) {
    return (
      <StateLabel icon="off">
        {interpolate(state.disabled, [<DateText key="time" at={endpoint.disabled} withTime />])}
      </StateLabel>
    );
  }
  if (endpoint.failing_since !== null) {
    return (
      <StateLabel icon="cross">
        {interpolate(state.failing, [<DateText key="time" at={endpoint.failing_since} withTime />])}
      </StateLabel>
    );
  }
  return <StateLabel icon="tick">{state.enabled}</StateLabel>;
}

const deliveryIcons = { delivered: 'tick', failed: 'cross', waiting: 'clock', queued: 'clock' } as const;

export function DeliveryState({ state }: Pick<WebhookDeliveryBody, 'state'>) {
  const { deliveries } = usePageText('staff').webhooks;
  return <StateLabel icon={deliveryIcons[state]}>{deliveries.states[state]}</StateLabel>;
}

/** "3 minutes ago", updated every half minute. Empty until mounted. */
export function RelativeTime({ at }: { at: number }) {
  const { justNow } = usePageText('staff').webhooks;
  const { locale } = useDateFormatOptions();
  const now = useNow(30_000);
  return (
    <time dateTime={formatIsoTime(at)}>
      {now !== null && formatRelativeTime(locale, at, Math.max(now, at), justNow)}
    </time>
  );
}

/** Why a change failed. Says whether it may have been made nevertheless. */
export function WebhookError({ error, unknownOutcome }: { error: unknown; unknownOutcome?: string }) {
  const text = usePageText('staff').webhooks;
  return (
    <span className="block border-s-4 border-lost ps-4">
      <ErrorMessage error={error} messages={text.errors} unknown={unknownOutcome ?? text.unknownOutcome} />
    </span>
  );
}
