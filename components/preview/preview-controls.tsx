'use client';

import { type ReactNode, useId, useState } from 'react';
import { languages } from '@/components/i18n/languages';
import { useText } from '@/components/i18n/text-provider';
import { CheckField, Select } from '@/components/ui/form-fields';
import { themes } from '@/components/ui/preference-cookie';
import { TextField } from '@/components/ui/text-field';
import { previewParts, type previewSearchParams, previewWidths } from '@/lib/client/page-urls';
import type { SearchParamValues } from '@/lib/client/search-params';
import type { ProductPreview } from '@/lib/contract/product-preview';
import { findAccounts } from './find-accounts';
import { usePreviewText } from './use-preview-text';

export type PreviewState = SearchParamValues<typeof previewSearchParams>;

interface PreviewControlsProps {
  preview: ProductPreview;
  state: PreviewState;
  /** Disables the controls, because they need a network connection. */
  blocked: boolean;
  onChange: (change: Partial<PreviewState>) => void;
  children: ReactNode;
}

/** Selects the hidden plans, the account, the page, the widths, the language and the theme of the preview. */
export function PreviewControls({ preview, state, blocked, onChange, children }: PreviewControlsProps) {
  const previewText = usePreviewText();
  const { shell } = useText();
  const change = (values: Partial<PreviewState>) => {
    if (!blocked) onChange(values);
  };
  return (
    <section
      aria-label={previewText.controls}
      className="mb-8 grid gap-x-8 gap-y-6 border-t-2 border-rule pt-4 middle:grid-cols-2 wide:grid-cols-[minmax(0,1.4fr)_minmax(0,1.4fr)_auto_auto]"
    >
      <HiddenPlans
        hidden={preview.hidden}
        shown={state.show}
        blocked={blocked}
        onChange={(show) => change({ show })}
      />
      <AccountPicker
        accounts={preview.accounts}
        selected={state.as}
        blocked={blocked}
        onChange={(as) => change({ as })}
      />
      <PartPicker
        selected={state.part}
        blocked={blocked}
        // The other page has its own filters, and perhaps no such dialog.
        onChange={(part) => change({ part, switch: null })}
      />
      <WidthPicker shown={state.width} blocked={blocked} onChange={(width) => change({ width })} />
      <PreferenceSelect
        label={shell.language}
        value={state.language}
        options={Object.entries(languages).map(([value, { name }]) => [value, name])}
        blocked={blocked}
        onChange={(language) => change({ language })}
      />
      <PreferenceSelect
        label={shell.theme.legend}
        value={state.theme}
        options={themes.filter((theme) => theme !== 'system').map((theme) => [theme, shell.theme[theme]])}
        blocked={blocked}
        onChange={(theme) => change({ theme })}
      />
      {children}
    </section>
  );
}

interface HiddenPlansProps {
  hidden: ProductPreview['hidden'];
  shown: readonly string[];
  blocked: boolean;
  onChange: (show: string[]) => void;
}

function HiddenPlans({ hidden, shown, blocked, onChange }: HiddenPlansProps) {
  const previewText = usePreviewText();
  if (hidden.length === 0) return <p className="py-2.5 text-soft">{previewText.allPublic}</p>;
  return (
    <fieldset className="min-w-0">
      <legend className="text-small text-soft">{previewText.showHidden}</legend>
      <div className="flex flex-wrap gap-x-6">
        {hidden.map(({ id, title }) => (
          <CheckField
            key={id}
            checked={shown.includes(id)}
            aria-disabled={blocked || undefined}
            onChange={({ currentTarget: { checked } }) =>
              onChange(
                hidden.flatMap((plan) =>
                  (plan.id === id ? checked : shown.includes(plan.id)) ? plan.id : [],
                ),
              )
            }
          >
            <bdi>{title}</bdi>
          </CheckField>
        ))}
      </div>
    </fieldset>
  );
}

/** Longer lists have a search field. */
const maxAccountsWithoutSearch = 8;

interface AccountPickerProps {
  accounts: ProductPreview['accounts'];
  selected: string;
  blocked: boolean;
  onChange: (as: string) => void;
}

/** Selects the account whose view to preview, or a visitor's. */
function AccountPicker({ accounts, selected, blocked, onChange }: AccountPickerProps) {
  const previewText = usePreviewText();
  const id = useId();
  const [query, setQuery] = useState('');
  const found = findAccounts(accounts, query, selected);
  return (
    <div className="flex min-w-0 flex-col">
      <label htmlFor={id} className="text-small text-soft">
        {previewText.viewAs}
      </label>
      <div className="mt-1 flex flex-wrap gap-2">
        {accounts.length > maxAccountsWithoutSearch && (
          <TextField
            type="search"
            aria-label={previewText.findAccount}
            placeholder={previewText.findAccount}
            value={query}
            onChange={({ currentTarget: { value } }) => setQuery(value)}
            autoComplete="off"
            className="w-full"
          />
        )}
        <Select
          id={id}
          value={selected}
          aria-disabled={blocked || undefined}
          className="w-full"
          onChange={({ currentTarget: { value } }) => onChange(value)}
        >
          <option value="visitor">{previewText.visitor}</option>
          {found.length > 0 && (
            <optgroup label={previewText.accounts}>
              {found.map((account) => (
                <option key={account.id} value={account.id}>
                  {account.title}
                </option>
              ))}
            </optgroup>
          )}
        </Select>
      </div>
    </div>
  );
}

interface PartPickerProps {
  selected: PreviewState['part'];
  blocked: boolean;
  onChange: (part: PreviewState['part']) => void;
}

/** Selects the page. */
function PartPicker({ selected, blocked, onChange }: PartPickerProps) {
  const previewText = usePreviewText();
  return (
    <fieldset className="min-w-0">
      <legend className="text-small text-soft">{previewText.page}</legend>
      <div className="flex flex-wrap gap-x-6">
        {previewParts.map((part) => (
          <CheckField
            key={part}
            type="radio"
            name="part"
            value={part}
            checked={part === selected}
            aria-disabled={blocked || undefined}
            onChange={() => onChange(part)}
          >
            {previewText.pages[part]}
          </CheckField>
        ))}
      </div>
    </fieldset>
  );
}

interface WidthPickerProps {
  shown: PreviewState['width'];
  blocked: boolean;
  onChange: (widths: PreviewState['width']) => void;
}

/** Selects one or more widths, which are shown side by side where they fit. */
function WidthPicker({ shown, blocked, onChange }: WidthPickerProps) {
  const previewText = usePreviewText();
  return (
    <fieldset className="min-w-0">
      <legend className="text-small text-soft">{previewText.width}</legend>
      <div className="flex flex-wrap gap-x-6">
        {previewWidths.map((width) => {
          const isShown = shown.includes(width);
          const isOnly = isShown && shown.length === 1;
          return (
            <CheckField
              key={width}
              checked={isShown}
              aria-disabled={blocked || isOnly || undefined}
              onChange={() => {
                if (!isOnly)
                  onChange(previewWidths.filter((each) => shown.includes(each) !== (each === width)));
              }}
            >
              {previewText.widths(width)}
            </CheckField>
          );
        })}
      </div>
    </fieldset>
  );
}

interface PreferenceSelectProps {
  label: string;
  /** Empty for the user's own. */
  value: string;
  options: (readonly [value: string, label: string])[];
  blocked: boolean;
  onChange: (value: string) => void;
}

function PreferenceSelect({ label, value, options, blocked, onChange }: PreferenceSelectProps) {
  const previewText = usePreviewText();
  const id = useId();
  return (
    <div className="flex min-w-0 flex-col">
      <label htmlFor={id} className="text-small text-soft">
        {label}
      </label>
      <Select
        id={id}
        value={value}
        aria-disabled={blocked || undefined}
        className="mt-1 w-full"
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      >
        <option value="">{previewText.own}</option>
        {options.map(([option, name]) => (
          <option key={option} value={option}>
            {name}
          </option>
        ))}
      </Select>
    </div>
  );
}
