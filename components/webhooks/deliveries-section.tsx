'use client';

import { type FormEvent, useId, useRef, useState } from 'react';
import { useText } from '@/components/i18n/text-provider';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { Code } from '@/components/ui/code';
import { DateText } from '@/components/ui/date-text';
import { ErrorMessage } from '@/components/ui/error-message';
import { Select } from '@/components/ui/form-fields';
import { QueryStatus } from '@/components/ui/query-status';
import { Skeleton, SkeletonList } from '@/components/ui/skeleton';
import { TextField } from '@/components/ui/text-field';
import { TextButton, TextLink } from '@/components/ui/text-link';
import { useHydrated } from '@/components/ui/use-hydrated';
import { pageUrls } from '@/lib/client/page-urls';
import { useSearchParams } from '@/lib/client/use-search-params';
import {
  deliveryFilters,
  toDeliveriesPage,
  useRecoverWebhooks,
  useRetryWebhookDelivery,
  useWebhookDeliveries,
  useWebhookDelivery,
  type WebhookTestResult,
  webhookSearchParams,
} from '@/lib/client/webhooks';
import type { WebhookDeliveryDetails, WebhookEndpointBody } from '@/lib/contract/webhooks';
import { EventSummary } from './event-summary';
import { useWebhooksText } from './use-webhooks-text';
import { DeliveryState, RelativeTime, WebhookError } from './webhook-state';

/** The deliveries of an endpoint, a page at a time. The query string holds the filter and the page. */
export function DeliveriesSection({ endpoint }: { endpoint: WebhookEndpointBody }) {
  const text = useWebhooksText();
  const headingId = useId();
  const [searchParams, setSearchParams] = useSearchParams(webhookSearchParams);
  const query = useWebhookDeliveries(endpoint.id, toDeliveriesPage(searchParams));
  const heading = useRef<HTMLHeadingElement>(null);
  // The buttons may disappear with the page that they open, so the focus moves to the beginning of the list.
  const openPage = (cursor: string) => {
    setSearchParams({ cursor }, { push: true });
    heading.current?.focus();
  };
  const { state, cursor } = searchParams;
  const deliveries = query.data?.payload;
  const nextCursor = query.data?.next_cursor;
  return (
    <section aria-labelledby={headingId} className="border-t-2 border-rule pt-3 pb-16">
      <div className="flex flex-wrap items-start justify-between gap-x-8 gap-y-4 pb-6">
        <h2 ref={heading} id={headingId} tabIndex={-1} className="text-head">
          {text.deliveries.title}
        </h2>
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1">
          <label htmlFor={`${headingId}-filter`} className="text-small text-soft">
            {text.deliveries.filter}
          </label>
          <Select
            id={`${headingId}-filter`}
            value={state}
            onChange={({ currentTarget: { value } }) =>
              setSearchParams(
                { state: deliveryFilters.find((filter) => filter === value) ?? 'all', cursor: '' },
                { push: true },
              )
            }
          >
            {deliveryFilters.map((filter) => (
              <option key={filter} value={filter}>
                {filter === 'all' ? text.deliveries.allStates : text.deliveries.states[filter]}
              </option>
            ))}
          </Select>
        </div>
      </div>
      <QueryStatus title={text.deliveriesFailed} query={query} headingLevel="h3">
        <SkeletonList
          rowCount={5}
          rowClassName="flex justify-between gap-8 border-b border-line py-3"
          className="border-t border-line"
        >
          <Skeleton className="h-5 w-56" />
          <Skeleton className="h-5 w-24" />
        </SkeletonList>
      </QueryStatus>
      {deliveries?.length === 0 && (
        <p className="border-t border-line py-6 text-soft">
          {state === 'all' ? text.deliveries.empty : text.deliveries.emptyFilter}
        </p>
      )}
      {deliveries && deliveries.length > 0 && (
        <ul
          aria-label={text.deliveries.list}
          aria-busy={query.isPlaceholderData}
          className={classNames('border-t border-line', query.isPlaceholderData && 'opacity-50')}
        >
          {deliveries.map((delivery) => (
            <DeliveryRow key={delivery.event_id} endpoint={endpoint} delivery={delivery} />
          ))}
        </ul>
      )}
      {(cursor !== '' || nextCursor) && (
        <div className="flex flex-wrap gap-3 pt-6">
          {cursor !== '' && <Button onClick={() => openPage('')}>{text.deliveries.newest}</Button>}
          {nextCursor && (
            <Button blocked={query.isPlaceholderData} onClick={() => openPage(nextCursor)}>
              {text.deliveries.older}
            </Button>
          )}
        </div>
      )}
      <RecoverForm endpoint={endpoint} />
    </section>
  );
}

interface DeliveryRowProps {
  endpoint: WebhookEndpointBody;
  delivery: WebhookDeliveryDetails;
}

/** A line with the event and the last attempt. It opens to the request, and to all attempts with their responses. */
function DeliveryRow({ endpoint, delivery }: DeliveryRowProps) {
  const { deliveries } = useWebhooksText();
  const [opened, setOpened] = useState(false);
  const last = delivery.attempts.at(-1);
  return (
    <li className="border-b border-line">
      <details onToggle={() => setOpened(true)}>
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
        <DeliveryDetails endpoint={endpoint} delivery={delivery} opened={opened} />
      </details>
    </li>
  );
}

type AttemptFields = Pick<WebhookTestResult, 'status' | 'duration_ms' | 'error' | 'response'>;

/** `Status 500 · 35 ms` */
function AttemptSummary({ attempt: { status, duration_ms: duration } }: { attempt: AttemptFields }) {
  const { deliveries } = useWebhooksText();
  return (
    <>
      {status === null ? deliveries.noResponse : deliveries.status(String(status))}{' '}
      <span aria-hidden="true">·</span> {deliveries.milliseconds(duration)}
    </>
  );
}

/** Status, duration, error and the beginning of the response. */
export function AttemptResult({ attempt }: { attempt: AttemptFields }) {
  const { deliveries } = useWebhooksText();
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

/** The body that every attempt sends. It is loaded when the row is opened for the first time. */
function RequestBody({ endpoint, delivery, opened }: DeliveryRowProps & { opened: boolean }) {
  const { deliveries } = useWebhooksText();
  const { ui } = useText();
  const {
    data: event,
    error,
    isFetching,
    refetch,
  } = useWebhookDelivery(endpoint.id, delivery.event_id, {
    enabled: opened,
  });
  return (
    <div className="mt-4">
      <p className="text-small text-soft">{deliveries.request}</p>
      {event && <BodyText dir="ltr">{JSON.stringify(event, null, 2)}</BodyText>}
      {event === null && <p>{deliveries.eventPurged}</p>}
      {event === undefined && error && (
        <p className="flex flex-wrap gap-x-4">
          <ErrorMessage error={error} />
          <TextButton onClick={() => void refetch()}>{isFetching ? ui.tryingAgain : ui.tryAgain}</TextButton>
        </p>
      )}
      {event === undefined && !error && (
        <SkeletonList rowCount={1} rowClassName="mt-1">
          <Skeleton className="h-40 w-full max-w-[80ch]" />
        </SkeletonList>
      )}
    </div>
  );
}

function DeliveryDetails({ endpoint, delivery, opened }: DeliveryRowProps & { opened: boolean }) {
  const { deliveries } = useWebhooksText();
  const retry = useRetryWebhookDelivery(endpoint.id);
  const noteId = useId();
  const isOver = delivery.state === 'delivered' || delivery.state === 'failed';
  const label = delivery.state === 'delivered' ? deliveries.sendAgain : deliveries.retry;
  return (
    <div className="pt-2 pb-6 middle:ps-6">
      <dl className="grid grid-cols-[7.5rem_minmax(0,1fr)] gap-x-4 gap-y-1 text-small">
        <dt className="text-soft">{deliveries.event}</dt>
        <dd>
          <Code>{delivery.event_id}</Code>
        </dd>
        {delivery.account_id !== null && (
          <>
            <dt className="text-soft">{deliveries.account}</dt>
            <dd>
              <TextLink
                href={pageUrls.account(delivery.account_id)}
                className="inline-block [overflow-wrap:anywhere]"
              >
                <bdi>{delivery.account_title ?? delivery.account_id}</bdi>
              </TextLink>
              {delivery.event && (
                <span className="block text-soft">
                  <Code>{delivery.event.external_id ?? delivery.account_id}</Code>
                </span>
              )}
            </dd>
          </>
        )}
        {delivery.next_attempt !== null && (
          <>
            <dt className="text-soft">{deliveries.nextAttempt}</dt>
            <dd>
              <DateText at={delivery.next_attempt} withTime />
            </dd>
          </>
        )}
      </dl>
      <RequestBody endpoint={endpoint} delivery={delivery} opened={opened} />
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
            {retry.isPending ? deliveries.retrying : label}
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

/** Delivers failed and missed events since a time again. */
function RecoverForm({ endpoint }: { endpoint: WebhookEndpointBody }) {
  const { recover, deliveries } = useWebhooksText();
  const id = useId();
  const hydrated = useHydrated();
  const recovery = useRecoverWebhooks(endpoint.id);
  // In the time zone of the browser, as the dates on the page.
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
