'use client';

import { type FormEvent, useId, useRef, useState } from 'react';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useText } from '@/components/i18n/text-provider';
import { Button } from '@/components/ui/button';
import { CheckField } from '@/components/ui/form-fields';
import { Code } from '@/components/ui/inline-text';
import { TextField } from '@/components/ui/text-field';
import { useHydrated } from '@/components/ui/use-hydrated';
import { ApiRequestError } from '@/lib/client/api-request';
import type { WebhookEndpointInput } from '@/lib/client/webhooks';
import { WebhookError } from './webhook-state';

interface EndpointFormProps {
  initial: WebhookEndpointInput;
  labels: { submit: string; submitting: string };
  submitting: boolean;
  error: unknown;
  /** Shown if the outcome of the request is unknown. */
  unknownOutcome?: string;
  onSubmit: (input: WebhookEndpointInput) => void;
  /** Without it there is no cancel button. */
  onCancel?: (() => void) | undefined;
}

/** Address and event types of an endpoint. What was entered is kept after an error. */
export function EndpointForm(props: EndpointFormProps) {
  const { initial, labels, submitting, error, unknownOutcome, onSubmit, onCancel } = props;
  const { events, form, eventTypes } = usePageText('staff').webhooks;
  const { ui } = useText();
  const id = useId();
  const hydrated = useHydrated();
  const urlField = useRef<HTMLInputElement>(null);
  const [all, setAll] = useState(initial.types.length === 0);
  const [types, setTypes] = useState<readonly string[]>(initial.types);
  const [invalid, setInvalid] = useState<'url' | 'types' | null>(null);
  const rejectedUrl = error instanceof ApiRequestError && error.code === 'parameter_invalid';
  const urlInvalid = invalid === 'url' || (invalid === null && rejectedUrl && !submitting);

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (submitting) return;
    const url = urlField.current?.value.trim() ?? '';
    if (!URL.canParse(url)) {
      setInvalid('url');
      urlField.current?.focus();
      return;
    }
    if (!all && types.length === 0) {
      setInvalid('types');
      return;
    }
    setInvalid(null);
    onSubmit({ url, types: all ? [] : [...types] });
  };
  const toggle = (type: string, checked: boolean) =>
    setTypes(checked ? [...types, type] : types.filter((each) => each !== type));

  return (
    <form onSubmit={submit} noValidate className="flex max-w-[44rem] flex-col gap-6">
      <div className="flex flex-col">
        <label htmlFor={id} className="text-small text-soft">
          {form.url}
        </label>
        <TextField
          ref={urlField}
          id={id}
          type="url"
          inputMode="url"
          dir="ltr"
          autoComplete="off"
          spellCheck={false}
          maxLength={2000}
          // Uncontrolled, to keep what is typed before hydration.
          defaultValue={initial.url}
          aria-invalid={urlInvalid || undefined}
          aria-describedby={`${id}-hint ${id}-error`}
          className="mt-1"
        />
        <p id={`${id}-hint`} className="mt-1 text-small text-soft">
          {interpolate(form.urlHint, [<Code key="example">https://example.com/webhooks</Code>])}
        </p>
        <p id={`${id}-error`} role="alert" className="mt-1 empty:hidden">
          {urlInvalid && <span className="block border-s-4 border-lost ps-4">{form.invalidUrl}</span>}
        </p>
      </div>
      <fieldset aria-describedby={`${id}-types`} className="min-w-0">
        <legend className="text-small text-soft">{events}</legend>
        <div className="flex flex-col items-start">
          <CheckField type="radio" name={`${id}-all`} checked={all} onChange={() => setAll(true)}>
            {form.all}
          </CheckField>
          <CheckField type="radio" name={`${id}-all`} checked={!all} onChange={() => setAll(false)}>
            {form.selected}
          </CheckField>
        </div>
        {!all && (
          <ul className="ms-6.5">
            {Object.entries(eventTypes).map(([type, description]) => (
              <li key={type}>
                <CheckField
                  checked={types.includes(type)}
                  onChange={({ currentTarget: { checked } }) => toggle(type, checked)}
                >
                  <Code>{type}</Code> <span className="block text-small text-soft">{description}</span>
                </CheckField>
              </li>
            ))}
          </ul>
        )}
        <p id={`${id}-types`} role="alert" className="empty:hidden">
          {invalid === 'types' && !all && (
            <span className="block border-s-4 border-lost ps-4">{form.noEvents}</span>
          )}
        </p>
      </fieldset>
      <div role="alert" className="empty:hidden">
        {error !== null && !rejectedUrl && !submitting && (
          <WebhookError error={error} {...(unknownOutcome && { unknownOutcome })} />
        )}
      </div>
      <div className="flex flex-wrap gap-3">
        <Button type="submit" tone="solid" disabled={!hydrated} blocked={submitting}>
          {submitting ? labels.submitting : labels.submit}
        </Button>
        {onCancel && (
          <Button onClick={onCancel} blocked={submitting}>
            {ui.cancel}
          </Button>
        )}
      </div>
    </form>
  );
}
