'use client';

import { useRouter } from 'next/navigation';
import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { PreloadText, usePageText } from '@/components/i18n/page-text';
import { Button } from '@/components/ui/button';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { DateText } from '@/components/ui/date-text';
import { StateLabel } from '@/components/ui/icon';
import { Code } from '@/components/ui/inline-text';
import { PageHeading } from '@/components/ui/page-heading';
import { Section } from '@/components/ui/section';
import { TextLink } from '@/components/ui/text-link';
import { type usePageMutation, useRefreshInterval } from '@/lib/client/page-mutation';
import { staffUrls } from '@/lib/client/staff-urls';
import {
  useDeleteWebhookEndpoint,
  useRotateWebhookSecret,
  useTestWebhookEndpoint,
  useUpdateWebhookEndpoint,
  type WebhookSecret,
} from '@/lib/client/webhooks';
import type { WebhookEndpointBody } from '@/lib/contract/webhooks';
import { AttemptResult, DeliveriesSection, type DeliveriesSectionProps } from './deliveries-section';
import { EndpointForm } from './endpoint-form';
import { EventTypes } from './endpoint-list-view';
import { SecretNotice } from './secret-notice';
import { EndpointState, WebhookError } from './webhook-state';

const refreshIntervalMs = 10_000;
const openDeliveriesRefreshIntervalMs = 2000;

/** An endpoint with its settings and its deliveries. */
export function EndpointView(props: DeliveriesSectionProps) {
  const { endpoint, deliveries } = props;
  const text = usePageText('staff').webhooks;
  const isOpen = deliveries.payload.some(({ state }) => state === 'waiting' || state === 'queued');
  useRefreshInterval(isOpen ? openDeliveriesRefreshIntervalMs : refreshIntervalMs);
  return (
    <div className="measure">
      <PreloadText groups={['staff', 'account']} />
      <p className="screen-only pt-6">
        <TextLink href={staffUrls.webhooks()}>{text.backToList}</TextLink>
      </p>
      <Endpoint endpoint={endpoint} />
      <DeliveriesSection {...props} />
    </div>
  );
}

const rotationSeconds = 24 * 60 * 60;

/** Address, state, events and secret of an endpoint, each with what can be changed. */
function Endpoint({ endpoint }: { endpoint: WebhookEndpointBody }) {
  const text = usePageText('staff').webhooks;
  const [rotated, setRotated] = useState<WebhookSecret | null>(null);
  const test = useTestWebhookEndpoint(endpoint.id);
  const rotateButton = useRef<HTMLButtonElement>(null);
  return (
    <>
      <PageHeading
        title={<bdi dir="ltr">{new URL(endpoint.url).host}</bdi>}
        lead={<Code>{endpoint.url}</Code>}
        aside={
          <Button tone="solid" blocked={test.isPending} onClick={() => test.mutate(undefined)}>
            {test.isPending ? text.test.working : text.test.action}
          </Button>
        }
      />
      <div role="status" className="empty:hidden">
        {test.error && !test.isPending && <WebhookError error={test.error} />}
        {test.data && !test.isPending && (
          <div className="mb-12 border-s-4 border-rule ps-4">
            <p className="font-medium">
              <StateLabel icon={test.data.delivered ? 'tick' : 'cross'}>
                {test.data.delivered ? text.test.delivered : text.test.failed}
              </StateLabel>
            </p>
            <p className="text-small text-soft">{text.test.note}</p>
            <AttemptResult attempt={test.data} />
          </div>
        )}
      </div>
      {rotated && (
        <SecretNotice
          url={endpoint.url}
          secret={rotated.secret}
          previousValidUntil={
            rotated.secret_rotated === null ? null : rotated.secret_rotated + rotationSeconds
          }
          onDone={() => {
            setRotated(null);
            rotateButton.current?.focus();
          }}
        />
      )}
      <Section title={text.details}>
        <div className="wide:-mt-3">
          <StateSetting endpoint={endpoint} />
          <EventsSetting endpoint={endpoint} />
          <SecretSetting endpoint={endpoint} buttonRef={rotateButton} onRotated={setRotated} />
          <DeleteSetting endpoint={endpoint} />
        </div>
      </Section>
    </>
  );
}

/** A row: label, value and action. */
function Setting({ label, action, children }: { label: string; action: ReactNode; children: ReactNode }) {
  return (
    <div className="grid gap-x-8 gap-y-3 border-b border-line py-4 middle:grid-cols-[8rem_minmax(0,1fr)_auto]">
      <h3 className="font-normal text-soft">{label}</h3>
      <div className="min-w-0">{children}</div>
      <div className="middle:-my-2 middle:justify-self-end">{action}</div>
    </div>
  );
}

function StateSetting({ endpoint }: { endpoint: WebhookEndpointBody }) {
  const { state } = usePageText('staff').webhooks;
  const update = useUpdateWebhookEndpoint(endpoint.id);
  const { enabled, disabled_reason: reason, failing_since: failingSince } = endpoint;
  const label = enabled ? state.disable : state.enable;
  return (
    <Setting
      label={state.label}
      action={
        <Button blocked={update.isPending} onClick={() => update.mutate({ enabled: !enabled })}>
          {update.isPending ? state.changing : label}
        </Button>
      }
    >
      <div role="status">
        <p>
          <EndpointState endpoint={endpoint} />
        </p>
        {reason && (
          <p className="mt-1 max-w-[60ch] text-small text-soft">
            {state.reasons[reason]} {state.disabledNote}
          </p>
        )}
        {enabled && failingSince !== null && (
          <p className="mt-1 max-w-[60ch] text-small text-soft">{state.failingNote}</p>
        )}
        {update.error && !update.isPending && <WebhookError error={update.error} />}
      </div>
    </Setting>
  );
}

function EventsSetting({ endpoint }: { endpoint: WebhookEndpointBody }) {
  const text = usePageText('staff').webhooks;
  const [editing, setEditing] = useState(false);
  const button = useRef<HTMLButtonElement>(null);
  const update = useUpdateWebhookEndpoint(endpoint.id);
  const close = () => {
    setEditing(false);
    update.reset();
    button.current?.focus();
  };
  return (
    <Setting
      label={text.events}
      action={
        <Button ref={button} aria-expanded={editing} onClick={() => (editing ? close() : setEditing(true))}>
          {text.edit}
        </Button>
      }
    >
      {editing ? (
        <EndpointForm
          initial={endpoint}
          labels={{ submit: text.form.save, submitting: text.form.saving }}
          submitting={update.isPending}
          error={update.error}
          onSubmit={(input) => update.mutate(input, { onSuccess: close })}
          onCancel={close}
        />
      ) : (
        <EventTypes types={endpoint.types} />
      )}
    </Setting>
  );
}

interface SecretSettingProps {
  endpoint: WebhookEndpointBody;
  buttonRef: RefObject<HTMLButtonElement | null>;
  onRotated: (endpoint: WebhookSecret) => void;
}

function SecretSetting({ endpoint, buttonRef, onRotated }: SecretSettingProps) {
  const text = usePageText('staff').webhooks;
  const rotation = useRotateWebhookSecret(endpoint.id);
  return (
    <Setting
      label={text.secret.title}
      action={
        <EndpointButton<WebhookSecret>
          ref={buttonRef}
          text={text.rotate}
          url={endpoint.url}
          request={rotation}
          onDone={(rotated) => {
            rotation.reset();
            onRotated(rotated);
          }}
        />
      }
    >
      <p>
        {endpoint.secret_rotated === null
          ? text.secretUnchanged
          : interpolate(text.secretRotated, [<DateText key="time" at={endpoint.secret_rotated} withTime />])}
      </p>
      <p className="text-small text-soft">
        {text.created} <DateText at={endpoint.created} withTime />
      </p>
    </Setting>
  );
}

function DeleteSetting({ endpoint }: { endpoint: WebhookEndpointBody }) {
  const text = usePageText('staff').webhooks;
  const router = useRouter();
  return (
    <Setting
      label={text.delete.label}
      action={
        <EndpointButton
          text={text.delete}
          url={endpoint.url}
          request={useDeleteWebhookEndpoint(endpoint.id, () => router.push(staffUrls.webhooks()))}
        />
      }
    >
      <p>{text.delete.note}</p>
    </Setting>
  );
}

interface EndpointButtonProps<Result>
  extends Pick<ComponentProps<typeof ConfirmButton<Result>>, 'ref' | 'onDone'> {
  text: { title: string; body: string; action: string; working: string };
  url: string;
  request: ReturnType<typeof usePageMutation<undefined, Result>>;
}

/** Asks before a change of the endpoint with this URL. */
function EndpointButton<Result>({ text, url, request, ...button }: EndpointButtonProps<Result>) {
  return (
    <ConfirmButton
      {...button}
      title={text.title}
      subject={<Code>{url}</Code>}
      description={text.body}
      labels={{ confirm: text.action, pending: text.working }}
      error={request.error && <WebhookError error={request.error} />}
      request={request}
      send={() => request.mutateAsync(undefined)}
    />
  );
}
