'use client';

import { useRouter } from 'next/navigation';
import { type FormEvent, startTransition, useId, useOptimistic, useRef, useState } from 'react';
import { usePageText } from '@/components/i18n/page-text';
import { useText } from '@/components/i18n/text-provider';
import { Button } from '@/components/ui/button';
import { DateText } from '@/components/ui/date-text';
import { ErrorMessage } from '@/components/ui/error-message';
import { FactList } from '@/components/ui/fact-list';
import { Code } from '@/components/ui/inline-text';
import { Pager } from '@/components/ui/pager';
import { Select } from '@/components/ui/select';
import { TextField } from '@/components/ui/text-field';
import { TextButton, TextLink } from '@/components/ui/text-link';
import { useHydrated } from '@/components/ui/use-hydrated';
import { staffUrls } from '@/lib/client/staff-urls';
import {
  type DeliveriesPage,
  deliveryFilters,
  getDeliveriesUrl,
  useDeliveredEvent,
  useRecoverWebhooks,
  useRetryWebhookDelivery,
  type WebhookTestResult,
} from '@/lib/client/webhooks';
import type { WebhookDeliveries, WebhookDeliveryDetails, WebhookEndpointBody } from '@/lib/contract/webhooks';
import { EventSummary } from './event-summary';
import { DeliveryState, RelativeTime, WebhookError } from './webhook-state';

export interface DeliveriesSectionProps {
  endpoint: WebhookEndpointBody;
  shown: DeliveriesPage;
  deliveries: WebhookDeliveries;
}

const headingId = 'deliveries';

/** The deliveries of an endpoint, a page at a time. The query string holds the filter and the page. */
export function DeliveriesSection({ endpoint, shown, deliveries }: DeliveriesSectionProps) {
  const { deliveries: text } = usePageText('staff').webhooks;
  const { state } = shown;
  const { payload, next_cursor: next } = deliveries;
  const heading = useRef<HTMLHeadingElement>(null);
  return (
    <section aria-labelledby={headingId} className="border-t-2 border-rule pt-3 pb-16">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 pb-6">
        <h2 ref={heading} id={headingId} tabIndex={-1} className="text-head">
          {text.title}
        </h2>
        <StateFilter endpointId={endpoint.id} state={state} />
      </div>
      {payload.length === 0 && (
        <p className="border-t border-line py-6 text-soft">
          {state === 'all' ? text.empty : text.emptyFilter}
        </p>
      )}
      {payload.length > 0 && (
        <ul aria-label={text.list} className="border-t border-line">
          {payload.map((delivery) => (
            <DeliveryRow key={delivery.event_id} endpoint={endpoint} delivery={delivery} />
          ))}
        </ul>
      )}
      {/* The links may disappear with the page that they open, so the focus moves to the beginning of the list. */}
      <Pager
        shown={shown.cursor}
        next={next}
        getHref={(cursor) => `${getDeliveriesUrl(endpoint.id, { state, cursor })}#${headingId}`}
        labels={[text.newest, text.older]}
        onOpen={() => heading.current?.focus()}
      />
      <RecoverForm endpoint={endpoint} />
    </section>
  );
}

interface StateFilterProps {
  endpointId: string;
  state: DeliveriesPage['state'];
}

function StateFilter({ endpointId, state }: StateFilterProps) {
  const { deliveries: text } = usePageText('staff').webhooks;
  const id = useId();
  const router = useRouter();
  const [chosen, setChosen] = useOptimistic(state);
  const choose = (value: string) =>
    startTransition(() => {
      const next = deliveryFilters.find((filter) => filter === value) ?? 'all';
      setChosen(next);
      router.push(getDeliveriesUrl(endpointId, { state: next }), { scroll: false });
    });
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
      <label htmlFor={id} className="text-small text-soft">
        {text.filter}
      </label>
      <Select
        id={id}
        value={chosen}
        onChange={({ currentTarget }) => choose(currentTarget.value)}
        options={deliveryFilters.map((each) => [each, each === 'all' ? text.allStates : text.states[each]])}
      />
    </div>
  );
}

interface DeliveryRowProps {
  endpoint: WebhookEndpointBody;
  delivery: WebhookDeliveryDetails;
}

/** A line with the event and the last attempt. It opens to the request, and to all attempts with their responses. */
function DeliveryRow({ endpoint, delivery }: DeliveryRowProps) {
  const { deliveries } = usePageText('staff').webhooks;
  const event = useDeliveredEvent(endpoint.id, delivery.event_id);
  const last = delivery.attempts.at(-1);
  return (
    <li className="border-b border-line">
      <details
        onToggle={({ currentTarget }) => {
          if (currentTarget.open && !event.isPending && !event.isSuccess) event.mutate(undefined);
        }}
      >
        <summary className="grid min-h-11 grid-cols-[minmax(0,1fr)_auto] gap-x-6 py-2.5 middle:grid-cols-[8.5rem_minmax(0,1fr)_10.5rem_7rem]">
          <span>
            <DeliveryState state={delivery.state} />
          </span>
          <span className="order-1 col-span-2 middle:order-none middle:col-span-1">
            <span className="underline decoration-edge decoration-1 underline-offset-4">
              {delivery.event ? <EventSummary event={delivery.event} /> : <Code>{delivery.type}</Code>}
            </span>
            {delivery.event && (
              <span className="flex flex-wrap gap-x-4 text-small text-soft [overflow-wrap:anywhere]">
                {delivery.account_title !== null && <bdi>{delivery.account_title}</bdi>}
                <Code>{delivery.type}</Code>
              </span>
            )}
          </span>
          <span className="figures order-1 col-span-2 text-soft middle:order-none middle:col-span-1">
            {last ? <AttemptSummary attempt={last} /> : deliveries.noAttempts}
          </span>
          <span className="text-end text-soft">
            <RelativeTime at={last?.at ?? delivery.created} />
          </span>
        </summary>
        <DeliveryDetails endpoint={endpoint} delivery={delivery} event={event} />
      </details>
    </li>
  );
}

type AttemptFields = Pick<WebhookTestResult, 'status' | 'duration_ms' | 'error' | 'response'>;

/** `Status 500 · 35 ms` */
function AttemptSummary({ attempt: { status, duration_ms: duration } }: { attempt: AttemptFields }) {
  const { deliveries } = usePageText('staff').webhooks;
  return (
    <>
      {status === null ? deliveries.noResponse : deliveries.status(String(status))}{' '}
      <span aria-hidden="true">·</span> {deliveries.milliseconds(duration)}
    </>
  );
}

/** Status, duration, error and the beginning of the response. */
export function AttemptResult({ attempt }: { attempt: AttemptFields }) {
  const { deliveries } = usePageText('staff').webhooks;
  return (
    <>
      <p className="figures">
        <AttemptSummary attempt={attempt} />
      </p>
      {attempt.error !== null && attempt.status === null && (
        <p className="text-soft">
          <bdi>{attempt.error}</bdi>
        </p>
      )}
      {attempt.response !== null &&
        (attempt.response === '' ? (
          <p className="text-small text-soft">{deliveries.emptyResponse}</p>
        ) : (
          <>
            <p className="mt-2 text-small text-soft">{deliveries.response}</p>
            <BodyText dir="auto">{attempt.response}</BodyText>
          </>
        ))}
    </>
  );
}

function BodyText({ dir, children }: { dir: 'auto' | 'ltr'; children: string }) {
  return (
    <pre
      dir={dir}
      translate="no"
      className="mt-1 max-w-[80ch] rounded-control bg-sunk p-3 text-small whitespace-pre-wrap [overflow-wrap:anywhere]"
    >
      <code>{children}</code>
    </pre>
  );
}

type LoadedEvent = ReturnType<typeof useDeliveredEvent>;

/** The body that every attempt sends. It is loaded when the row is opened. */
function RequestBody({ event: { data: event, error, isPending, mutate } }: { event: LoadedEvent }) {
  const { deliveries } = usePageText('staff').webhooks;
  const { ui } = useText();
  return (
    <div className="mt-4">
      <p className="text-small text-soft">{deliveries.request}</p>
      {event && <BodyText dir="ltr">{JSON.stringify(event, null, 2)}</BodyText>}
      {event === null && <p>{deliveries.eventPurged}</p>}
      <p role="status">{isPending && ui.loading}</p>
      {error && (
        <p className="flex flex-wrap gap-x-4">
          <ErrorMessage error={error} />
          <TextButton onClick={() => mutate(undefined)}>{ui.tryAgain}</TextButton>
        </p>
      )}
    </div>
  );
}

function DeliveryDetails({ endpoint, delivery, event }: DeliveryRowProps & { event: LoadedEvent }) {
  const { deliveries, test } = usePageText('staff').webhooks;
  const retry = useRetryWebhookDelivery(endpoint.id);
  const noteId = useId();
  const isOver = delivery.state === 'delivered' || delivery.state === 'failed';
  const label = delivery.state === 'delivered' ? deliveries.sendAgain : deliveries.retry;
  return (
    <div className="pt-2 pb-6 middle:ps-6">
      <FactList
        facts={[
          [deliveries.event, <Code key="event">{delivery.event_id}</Code>],
          [deliveries.account, delivery.account_id !== null && <DeliveryAccount {...delivery} />],
          [
            deliveries.nextAttempt,
            delivery.next_attempt !== null && <DateText at={delivery.next_attempt} withTime />,
          ],
        ]}
        className="grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 text-small"
      />
      <RequestBody event={event} />
      {delivery.attempts.length > 0 && (
        <ol aria-label={deliveries.attempts(delivery.attempts.length)} className="mt-4 border-t border-line">
          {[...delivery.attempts].reverse().map((attempt) => (
            <li key={`${attempt.at} ${attempt.duration_ms}`} className="border-b border-line py-3">
              <p className="text-small text-soft">
                <DateText at={attempt.at} withTime />
              </p>
              <AttemptResult attempt={attempt} />
            </li>
          ))}
        </ol>
      )}
      <div className="mt-4 flex flex-wrap items-center gap-x-4 gap-y-2">
        {delivery.state === 'queued' ? (
          <p className="text-soft">{deliveries.queuedNote}</p>
        ) : (
          <Button
            blocked={retry.isPending || !endpoint.enabled}
            aria-describedby={noteId}
            onClick={() => retry.mutate(delivery.event_id)}
          >
            {retry.isPending ? test.working : label}
          </Button>
        )}
        <div id={noteId} role="status" className="text-soft">
          {!endpoint.enabled && deliveries.disabled}
          {endpoint.enabled && retry.error && !retry.isPending && <WebhookError error={retry.error} />}
          {retry.isSuccess && !isOver && deliveries.retried}
        </div>
      </div>
    </div>
  );
}

/** The account that the event is about. */
function DeliveryAccount({ account_id: id, account_title: title, event }: WebhookDeliveryDetails) {
  if (id === null) return null;
  return (
    <>
      <TextLink href={staffUrls.account(id)} className="inline-block [overflow-wrap:anywhere]">
        <bdi>{title ?? id}</bdi>
      </TextLink>
      {event && (
        <span className="block text-soft">
          <Code>{event.external_id ?? id}</Code>
        </span>
      )}
    </>
  );
}

/** Delivers failed and missed events since a time again. */
function RecoverForm({ endpoint }: { endpoint: WebhookEndpointBody }) {
  const { recover, deliveries } = usePageText('staff').webhooks;
  const id = useId();
  const hydrated = useHydrated();
  const recovery = useRecoverWebhooks(endpoint.id);
  // The time zone is that of the browser, as of the dates on the page.
  const [since, setSince] = useState('');
  const [invalid, setInvalid] = useState(false);
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (recovery.isPending || !endpoint.enabled) return;
    const time = Date.parse(since);
    setInvalid(Number.isNaN(time));
    if (!Number.isNaN(time)) recovery.mutate(Math.max(0, Math.floor(time / 1000)));
  };
  return (
    <form onSubmit={submit} noValidate className="mt-12 border-t border-line pt-4">
      <label htmlFor={id} className="text-small text-soft">
        {recover.since}
      </label>
      <div className="mt-1 flex flex-wrap items-center gap-3">
        <TextField
          id={id}
          type="datetime-local"
          value={since}
          aria-invalid={invalid || undefined}
          aria-describedby={`${id}-note ${id}-result`}
          onChange={({ currentTarget: { value } }) => setSince(value)}
        />
        <Button type="submit" disabled={!hydrated} blocked={recovery.isPending || !endpoint.enabled}>
          {recovery.isPending ? recover.working : recover.action}
        </Button>
      </div>
      <p id={`${id}-note`} className="mt-1 text-small text-soft">
        {recover.note}
      </p>
      <div id={`${id}-result`} role="status" className="mt-2 empty:hidden">
        {!endpoint.enabled && deliveries.disabled}
        {invalid && <span className="block border-s-4 border-lost ps-4">{recover.invalid}</span>}
        {!invalid && recovery.error && !recovery.isPending && <WebhookError error={recovery.error} />}
        {!invalid && recovery.isSuccess && (recovery.data === 0 ? recover.none : recover.done(recovery.data))}
      </div>
    </form>
  );
}
