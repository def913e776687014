'use client';

import { type FormEvent, useId, useRef, useState } from 'react';
import { FileInput, maxFileBytes } from '@/components/editions/file-input';
import { PreloadText, usePageText } from '@/components/i18n/page-text';
import { Button } from '@/components/ui/button';
import { ErrorMessage } from '@/components/ui/error-message';
import { RadioFields } from '@/components/ui/form-fields';
import { Select } from '@/components/ui/select';
import { LabeledField, TextField } from '@/components/ui/text-field';
import { TextLink } from '@/components/ui/text-link';
import { useHydrated } from '@/components/ui/use-hydrated';
import { ApiRequestError, isOutcomeUnknown } from '@/lib/client/api-request';
import { editionUrls } from '@/lib/client/catalog';
import { pageUrls } from '@/lib/client/page-urls';
import { createFirstApp, fillTemplate } from '@/lib/client/setup';
import { useRequest } from '@/lib/client/use-request';
import { billingPeriods } from '@/lib/contract/enums';
import type { BillingPeriod } from '@/lib/contract/fields';

interface SetupFormProps {
  /** The set-up link. */
  link: string;
  /** A price list to start from. */
  template: string;
  currencies: [code: string, label: string][];
}

const starts = ['template', 'list'] as const;

/** Creates the first app with a draft of its price list, and opens the draft. */
export function SetupForm({ link, template, currencies }: SetupFormProps) {
  const { setup: text, catalog } = usePageText('staff');
  const hydrated = useHydrated();
  const hintId = useId();
  const fileInput = useRef<HTMLInputElement>(null);
  const [title, setTitle] = useState('');
  const [currency, setCurrency] = useState('');
  const [period, setPeriod] = useState<BillingPeriod>('month');
  const [start, setStart] = useState<(typeof starts)[number]>('template');
  const [source, setSource] = useState('');
  const [isTooLarge, setIsTooLarge] = useState(false);
  const create = useRequest(createFirstApp);
  // After a success, the editor is on its way.
  const working = create.isPending || create.isSuccess;
  // Elsewhere, browsers do not keep the session.
  const isSecure = !hydrated || window.isSecureContext;
  /** Name and currency, unless they are entered. */
  const fillIn = (list: string) => {
    const listed = readValue(list, 'currency').toUpperCase();
    setTitle((entered) => entered || readValue(list, 'saasName'));
    if (currencies.some(([code]) => code === listed)) setCurrency((chosen) => chosen || listed);
  };
  const readFile = async (file: File) => {
    setIsTooLarge(file.size > maxFileBytes);
    if (file.size > maxFileBytes) return;
    const list = await file.text();
    setSource(list);
    fillIn(list);
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (working || !isSecure) return;
    const name = String(new FormData(event.currentTarget).get('name'));
    const list = start === 'list' ? source : fillTemplate(template, { title, currency });
    const input = { link, title, currency, billing_period: period, name, source: list };
    create.mutate(input, {
      onSuccess: (created) => location.assign(editionUrls.edition(created.edition_id)),
    });
  };
  return (
    <form onSubmit={submit} className="screen-only flex max-w-[32rem] flex-col gap-6">
      <PreloadText groups={['staff']} />
      <RadioFields
        legend={text.start}
        options={starts.map((value) => ({ value, label: text.starts[value] }))}
        value={start}
        onChange={setStart}
      >
        {start === 'list' && (
          <div className="mt-2 flex flex-col items-start gap-3">
            <Button onClick={() => fileInput.current?.click()}>{text.file}</Button>
            <FileInput ref={fileInput} accept=".yml,.yaml,text/yaml" onFile={(file) => void readFile(file)} />
            <div className="w-full">
              <LabeledField label={text.list}>
                {(id) => (
                  <textarea
                    id={id}
                    value={source}
                    onChange={({ currentTarget }) => setSource(currentTarget.value)}
                    onBlur={() => fillIn(source)}
                    required
                    rows={10}
                    dir="ltr"
                    spellCheck={false}
                    className="w-full rounded-control border border-edge bg-paper px-3 py-2 font-mono text-small phone:text-[1rem] hover:border-ink"
                  />
                )}
              </LabeledField>
            </div>
            <p className="text-small text-soft">{text.listHint}</p>
          </div>
        )}
      </RadioFields>
      <TextField
        label={text.appTitle}
        value={title}
        onChange={({ currentTarget }) => setTitle(currentTarget.value)}
        required
        maxLength={200}
        autoComplete="off"
      />
      <Select
        label={text.currency}
        value={currency}
        onChange={({ currentTarget }) => setCurrency(currentTarget.value)}
        required
        options={[['', text.choose], ...currencies]}
      />
      <RadioFields
        legend={text.period}
        options={billingPeriods.map((value) => ({ value, label: text.periods[value] }))}
        value={period}
        onChange={setPeriod}
      />
      <div className="flex flex-col gap-2">
        <TextField
          label={text.name}
          name="name"
          required
          maxLength={200}
          autoComplete="name"
          aria-describedby={hintId}
        />
        <p id={hintId} className="text-small text-soft">
          {text.session}
        </p>
      </div>
      <div role="alert" className="empty:hidden">
        {!isSecure && text.insecure}
        {isTooLarge && catalog.create.tooLarge}
        {create.error && <SetupError error={create.error} />}
      </div>
      <div>
        <Button type="submit" tone="solid" disabled={!hydrated} blocked={working || !isSecure}>
          {working ? text.working : text.submit}
        </Button>
      </div>
    </form>
  );
}

/** The value of a key at the top level of a YAML text, if it is in one line. */
function readValue(source: string, key: string): string {
  const [, value = ''] = new RegExp(`^${key}:(.*)$`, 'm').exec(source) ?? [];
  return value
    .replace(/\s#.*$/, '')
    .trim()
    .replace(/^(["'])(.*)\1$/, '$2');
}

function SetupError({ error }: { error: Error }) {
  const text = usePageText('staff').setup.errors;
  if (isOutcomeUnknown(error)) return text.unknown;
  const code = error instanceof ApiRequestError ? error.code : null;
  if (code === 'unauthenticated') return text.link;
  if (code !== 'not_found') return <ErrorMessage error={error} failed={text.failed} />;
  return (
    <>
      {text.exists} <TextLink href={pageUrls.plans()}>{text.seePlans}</TextLink>
    </>
  );
}
