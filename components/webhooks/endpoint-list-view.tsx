'use client';

import { useRef, useState } from 'react';
import { PreloadText, usePageText } from '@/components/i18n/page-text';
import { Button } from '@/components/ui/button';
import { Code } from '@/components/ui/inline-text';
import { PageHeading } from '@/components/ui/page-heading';
import { PageLink } from '@/components/ui/page-link';
import { linkClassName } from '@/components/ui/text-link';
import { useRefreshInterval } from '@/lib/client/page-mutation';
import { staffUrls } from '@/lib/client/staff-urls';
import { useCreateWebhookEndpoint, type WebhookSecret } from '@/lib/client/webhooks';
import type { WebhookDeliveryBody, WebhookEndpointBody } from '@/lib/contract/webhooks';
import { EndpointForm } from './endpoint-form';
import { SecretNotice } from './secret-notice';
import { DeliveryState, EndpointState, RelativeTime } from './webhook-state';

interface ListedEndpoint {
  endpoint: WebhookEndpointBody;
  /** The value is null if there is none. */
  lastDelivery: WebhookDeliveryBody | null;
}

const refreshIntervalMs = 10_000;

/** The webhook endpoints of the app, and a form that adds one. */
export function EndpointListView({ endpoints }: { endpoints: ListedEndpoint[] }) {
  const text = usePageText('staff').webhooks;
  useRefreshInterval(refreshIntervalMs);
  const [adding, setAdding] = useState(false);
  const [created, setCreated] = useState<WebhookSecret | null>(null);
  const addButton = useRef<HTMLButtonElement>(null);
  // The list has it as soon as the page is rendered again.
  const [hasCreated, setHasCreated] = useState(false);
  const isEmpty = endpoints.length === 0 && !hasCreated;
  const showsForm = !created && (adding || isEmpty);
  const closeForm = () => {
    setAdding(false);
    addButton.current?.focus();
  };
  return (
    <div className="measure">
      <PreloadText groups={['staff']} />
      <PageHeading
        title={text.title}
        lead={text.lead}
        aside={
          !isEmpty && (
            <Button
              ref={addButton}
              aria-expanded={showsForm}
              onClick={() => {
                setCreated(null);
                setAdding(!adding);
              }}
            >
              {text.add}
            </Button>
          )
        }
      />
      {created && (
        <SecretNotice
          key={created.id}
          url={created.url}
          secret={created.secret}
          previousValidUntil={null}
          onDone={() => {
            setCreated(null);
            addButton.current?.focus();
          }}
        />
      )}
      {showsForm && (
        <AddEndpoint
          isFirst={isEmpty}
          onCancel={isEmpty ? undefined : closeForm}
          onCreated={(endpoint) => {
            setAdding(false);
            setHasCreated(true);
            setCreated(endpoint);
          }}
        />
      )}
      {endpoints.length > 0 && (
        <ul aria-label={text.list} className="mb-16 border-t-2 border-rule">
          {endpoints.map((each) => (
            <EndpointRow key={each.endpoint.id} {...each} />
          ))}
        </ul>
      )}
    </div>
  );
}

function EndpointRow({ endpoint, lastDelivery }: ListedEndpoint) {
  const text = usePageText('staff').webhooks;
  return (
    <li className="grid gap-x-8 gap-y-3 border-b border-line py-5 middle:grid-cols-[minmax(0,1.6fr)_minmax(0,1fr)_minmax(0,0.8fr)]">
      <div>
        <PageLink href={staffUrls.webhookEndpoint(endpoint.id)} className={`font-medium ${linkClassName}`}>
          <bdi dir="ltr">{endpoint.url}</bdi>
        </PageLink>
        <div className="mt-1 text-small text-soft">
          <EventTypes types={endpoint.types} />
        </div>
      </div>
      <p>
        <EndpointState endpoint={endpoint} />
      </p>
      <div className="text-small">
        <p className="text-soft">{text.lastDelivery}</p>
        {lastDelivery ? (
          <p>
            <DeliveryState state={lastDelivery.state} />{' '}
            <span className="text-soft">
              <RelativeTime at={lastDelivery.attempts.at(-1)?.at ?? lastDelivery.created} />
            </span>
          </p>
        ) : (
          <p>{text.noDelivery}</p>
        )}
      </div>
    </li>
  );
}

export function EventTypes({ types }: { types: string[] }) {
  const { allEvents } = usePageText('staff').webhooks;
  if (types.length === 0) return <p>{allEvents}</p>;
  return (
    <ul className="flex flex-wrap gap-x-4">
      {types.map((type) => (
        <li key={type}>
          <Code>{type}</Code>
        </li>
      ))}
    </ul>
  );
}

interface AddEndpointProps {
  /** Whether the app has no endpoint yet. */
  isFirst: boolean;
  onCancel?: (() => void) | undefined;
  onCreated: (endpoint: WebhookSecret) => void;
}

function AddEndpoint({ isFirst, onCancel, onCreated }: AddEndpointProps) {
  const text = usePageText('staff').webhooks;
  const creation = useCreateWebhookEndpoint(onCreated);
  return (
    <section
      aria-label={text.addTitle}
      className="grid gap-x-12 gap-y-10 border-t-2 border-rule pt-4 pb-16 wide:grid-cols-2"
    >
      <div className="min-w-0">
        <h2 className="text-head">{isFirst ? text.empty.title : text.addTitle}</h2>
        {isFirst && <p className="mt-2 max-w-[60ch] text-soft">{text.empty.body}</p>}
        <div className="mt-6">
          <EndpointForm
            initial={{ url: '', types: [] }}
            labels={{ submit: text.add, submitting: text.form.creating }}
            submitting={creation.isPending}
            error={creation.error}
            unknownOutcome={text.unknownSecret}
            onSubmit={(input) => creation.mutate(input)}
            onCancel={onCancel}
          />
        </div>
      </div>
      {isFirst && (
        <div className="min-w-0">
          <h3 className="font-medium">{text.empty.receiver}</h3>
          <p className="max-w-[60ch] text-soft">{text.empty.receiverNote}</p>
          <pre
            dir="ltr"
            translate="no"
            className="mt-4 rounded-control bg-sunk p-4 text-small whitespace-pre-wrap [overflow-wrap:anywhere]"
          >
            <code>{receiverExample}</code>
          </pre>
        </div>
      )}
    </section>
  );
}

/** A receiver that checks signatures, for the empty state. `npm install standardwebhooks` is all that it needs. */
export const receiverExample = `import { createServer } from 'node:http';
import { text } from 'node:stream/consumers';
import { Webhook } from 'standardwebhooks';

const webhook = new Webhook(process.env.WEBHOOK_SECRET);
createServer(async (request, response) => {
  const respond = (status) => response.writeHead(status).end();
  try {
    const body = await text(request);
    const event = webhook.verify(body, request.headers);
    console.log(event.type, event.account_id);
    respond(204);
  } catch {
    respond(400);
  }
}).listen(process.env.PORT ?? 4000);
`;
