'use client';

import { useId, useState } from 'react';
import { CheckField, Select } from '@/components/ui/form-fields';
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
}

/** Selects the hidden plans, the account, the page and the width of the preview. */
export function PreviewControls({ preview, state, blocked, onChange }: PreviewControlsProps) {
  const previewText = usePreviewText();
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
      <RadioGroup
        legend={previewText.page}
        name="part"
        options={previewParts}
        getLabel={(part) => previewText.pages[part]}
        selected={state.part}
        blocked={blocked}
        onChange={(part) => change({ part })}
      />
      <RadioGroup
        legend={previewText.width}
        name="width"
        options={previewWidths}
        getLabel={previewText.widths}
        selected={state.width}
        blocked={blocked}
        onChange={(width) => change({ width })}
      />
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

interface RadioGroupProps<Option extends string> {
  legend: string;
  name: string;
  options: readonly Option[];
  getLabel: (option: Option) => string;
  selected: Option;
  blocked: boolean;
  onChange: (option: Option) => void;
}

function RadioGroup<Option extends string>(props: RadioGroupProps<Option>) {
  const { legend, name, options, getLabel, selected, blocked, onChange } = props;
  return (
    <fieldset className="min-w-0">
      <legend className="text-small text-soft">{legend}</legend>
      <div className="flex flex-wrap gap-x-6">
        {options.map((option) => (
          <CheckField
            key={option}
            type="radio"
            name={name}
            value={option}
            checked={option === selected}
            aria-disabled={blocked || undefined}
            onChange={() => onChange(option)}
          >
            {getLabel(option)}
          </CheckField>
        ))}
      </div>
    </fieldset>
  );
}
