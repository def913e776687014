'use client';

import { type ReactNode, useEffect, useState } from 'react';
import { CatalogText } from '@/components/i18n/catalog-text';
import { languages } from '@/components/i18n/languages';
import { usePageText } from '@/components/i18n/page-text';
import { themes } from '@/components/i18n/preference-cookie';
import { useText } from '@/components/i18n/text-provider';
import { CheckField, RadioFields } from '@/components/ui/form-fields';
import { Select } from '@/components/ui/select';
import { LabeledField, TextField } from '@/components/ui/text-field';
import { addQuery } from '@/lib/client/api-request';
import type { SearchParamValues } from '@/lib/client/search-params';
import { previewParts, type previewSearchParams, previewWidths } from '@/lib/client/staff-urls';
import { useRead } from '@/lib/client/use-read';
import type { AccountList } from '@/lib/contract/accounts';
import type { PreviewedDraft, ProductPreview } from '@/lib/contract/product-preview';

export type PreviewState = SearchParamValues<typeof previewSearchParams>;

export interface PreviewControlsProps {
  preview: ProductPreview;
  drafts: PreviewedDraft[];
  state: PreviewState;
  /** Disables the controls, because they need a network connection. */
  blocked: boolean;
  onChange: (change: Partial<PreviewState>) => void;
  children: ReactNode;
}

/** Selects the draft, the hidden plans, the account, the page, the widths, the language and the theme of the preview. */
export function PreviewControls(props: PreviewControlsProps) {
  const { preview, drafts, state, blocked, onChange, children } = props;
  const { preview: previewText, catalog } = usePageText('staff');
  const { edition: formatEdition } = catalog;
  const { shell } = useText();
  const { hidden } = preview;
  const change = (values: Partial<PreviewState>) => {
    if (!blocked) onChange(values);
  };
  const listDraftOptions = () => {
    const options = drafts.map(({ id, number, note }) => {
      return [id, [formatEdition(number), note].filter(Boolean).join(': ')] as const;
    });
    // An older one that the URL names.
    const isListed = state.edition === '' || drafts.some(({ id }) => id === state.edition);
    return isListed ? options : [...options, [state.edition, previewText.otherDraft] as const];
  };
  return (
    <section
      aria-label={previewText.controls}
      className="mb-8 grid gap-x-8 gap-y-6 border-t-2 border-rule pt-4 middle:grid-cols-2 wide:grid-cols-[minmax(0,1.4fr)_minmax(0,1.4fr)_auto_auto]"
    >
      {hidden.length === 0 ? (
        <p className="py-2.5 text-soft">{previewText.allPublic}</p>
      ) : (
        <fieldset className="min-w-0">
          <legend className="text-small text-soft">{previewText.showHidden}</legend>
          <div className="flex flex-wrap gap-x-6">
            {hidden.map(({ id, title }) => (
              <CheckField
                key={id}
                checked={state.show.includes(id)}
                aria-disabled={blocked || undefined}
                onChange={() =>
                  change({
                    show: toggle(
                      hidden.map((plan) => plan.id),
                      state.show,
                      id,
                    ),
                  })
                }
              >
                <CatalogText>{title}</CatalogText>
              </CheckField>
            ))}
          </div>
        </fieldset>
      )}
      <AccountPicker selected={preview.as} blocked={blocked} onChange={(as) => change({ as })} />
      <RadioFields
        legend={previewText.page}
        options={previewParts.map((value) => ({ value, label: previewText.pages[value] }))}
        value={state.part}
        aria-disabled={blocked || undefined}
        // The other page has its own filters, and perhaps no such dialog.
        onChange={(part) => change({ part, switch: null })}
      />
      <RadioFields
        legend={previewText.width}
        options={previewWidths.map((value) => ({ value, label: previewText.widths(value) }))}
        value={state.width}
        aria-disabled={blocked || undefined}
        onChange={(width) => change({ width })}
      />
      <div className="min-w-0">
        <Select
          label={catalog.editor.source}
          value={state.edition}
          aria-disabled={blocked || undefined}
          className="w-full"
          options={[['', previewText.live], ...listDraftOptions()]}
          // Plans of the draft can have other IDs.
          onChange={({ currentTarget }) => change({ edition: currentTarget.value, show: [], switch: null })}
        />
        {(state.show.length > 0 || state.edition !== '') && (
          <CheckField
            checked={!state.alone}
            aria-disabled={blocked || undefined}
            onChange={() => change({ alone: !state.alone })}
          >
            {previewText.besideToday}
          </CheckField>
        )}
      </div>
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

/** Adds or removes a member of a selection, which keeps the order of `all`. */
const toggle = <Value extends string>(all: readonly Value[], selected: readonly Value[], value: Value) =>
  all.filter((each) => selected.includes(each) !== (each === value));

interface AccountPickerProps {
  /** The value is null for a visitor. */
  selected: ProductPreview['as'];
  blocked: boolean;
  onChange: (as: string) => void;
}

/** How many accounts a search shows. */
const maxFound = 20;
const searchDelayMs = 250;

/** Selects the account whose view to preview, or a visitor's. Accounts are found as on their page. */
function AccountPicker({ selected, blocked, onChange }: AccountPickerProps) {
  const previewText = usePageText('staff').preview;
  const [query, setQuery] = useState('');
  const [search, setSearch] = useState('');
  useEffect(() => {
    const timer = setTimeout(() => setSearch(query.trim()), searchDelayMs);
    return () => clearTimeout(timer);
  }, [query]);
  const { data } = useRead<AccountList>(
    addQuery('/api/accounts', { limit: maxFound, search: search || null }),
  );
  const others = data?.data.filter(({ id }) => id !== selected?.id) ?? [];
  const found = selected ? [selected, ...others] : others;
  return (
    <LabeledField label={previewText.viewAs}>
      {(id) => (
        <div className="flex flex-wrap gap-2">
          <TextField
            type="search"
            aria-label={previewText.findAccount}
            placeholder={previewText.findAccount}
            value={query}
            onChange={({ currentTarget: { value } }) => setQuery(value)}
            autoComplete="off"
            className="w-full"
          />
          <Select
            id={id}
            value={selected?.id ?? 'visitor'}
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
      )}
    </LabeledField>
  );
}

interface PreferenceSelectProps {
  label: string;
  /** The chosen value, or empty for the user's own. */
  value: string;
  options: (readonly [value: string, label: string])[];
  blocked: boolean;
  onChange: (value: string) => void;
}

function PreferenceSelect({ label, value, options, blocked, onChange }: PreferenceSelectProps) {
  const previewText = usePageText('staff').preview;
  return (
    <Select
      label={label}
      value={value}
      aria-disabled={blocked || undefined}
      className="w-full"
      onChange={({ currentTarget }) => onChange(currentTarget.value)}
      options={[['', previewText.own], ...options]}
    />
  );
}
