'use client';

import { useRouter } from 'next/navigation';
import { type ComponentProps, type ReactNode, type RefObject, useRef, useState } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { Button } from '@/components/ui/button';
import { ConfirmButton } from '@/components/ui/confirm-button';
import { DateText } from '@/components/ui/date-text';
import { Code } from '@/components/ui/inline-text';
import { Section } from '@/components/ui/section';
import type { usePageMutation } from '@/lib/client/page-mutation';
import { staffUrls } from '@/lib/client/staff-urls';
import {
  useDeleteWebhookEndpoint,
  useRotateWebhookSecret,
  useUpdateWebhookEndpoint,
  type WebhookSecret,
} from '@/lib/client/webhooks';
import type { WebhookEndpointBody } from '@/lib/contract/webhooks';
import { EndpointForm } from './endpoint-form';
import { EventTypes } from './endpoint-list-view';
import { EndpointState, WebhookError } from './webhook-state';

interface EndpointSettingsProps {
  endpoint: WebhookEndpointBody;
  rotateButton: RefObject<HTMLButtonElement | null>;
  onRotated: (endpoint: WebhookSecret) => void;
}

/** The state, events and secret of an endpoint, each with what can be changed. */
export function EndpointSettings({ endpoint, rotateButton, onRotated }: EndpointSettingsProps) {
  const text = usePageText('staff').webhooks;
  return (
    <Section title={text.details}>
      <div className="wide:-mt-3">
        <StateSetting endpoint={endpoint} />
        <EventsSetting endpoint={endpoint} />
        <SecretSetting endpoint={endpoint} buttonRef={rotateButton} onRotated={onRotated} />
        <DeleteSetting endpoint={endpoint} />
      </div>
    </Section>
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
