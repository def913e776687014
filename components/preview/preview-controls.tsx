'use client';

import type { inferParserType } from 'nuqs';
import { useId, useState } from 'react';
import { useText } from '@/components/i18n/text-provider';
import { CheckField, Select } from '@/components/ui/form-fields';
import { TextField } from '@/components/ui/text-field';
import { previewParts, type previewSearchParams, previewWidths } from '@/lib/client/page-urls';
import type { ProductPreview } from '@/lib/contract/product-preview';
import { findAccounts } from './find-accounts';

export type PreviewState = inferParserType<typeof previewSearchParams>;

interface PreviewControlsProps {
  preview: ProductPreview;
  state: PreviewState;
  /** Disables the controls, because they need a network connection. */
  blocked: boolean;
  onChange: (change: Partial<PreviewState>) => void;
}

/** Selects the hidden plans, the account, the page and the width of the preview. */
export function PreviewControls({ preview, state, blocked, onChange }: PreviewControlsProps) {
  const text = useText();
  const change = (values: Partial<PreviewState>) => {
    if (!blocked) onChange(values);
  };
  return (
    <section
      aria-label={text.preview.controls}
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
        legend={text.preview.page}
        name="part"
        options={previewParts}
        getLabel={(part) => text.preview.pages[part]}
        selected={state.part}
        blocked={blocked}
        onChange={(part) => change({ part })}
      />
      <RadioGroup
        legend={text.preview.width}
        name="width"
        options={previewWidths}
        getLabel={text.preview.widths}
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
  const text = useText();
  if (hidden.length === 0) return <p className="py-2.5 text-soft">{text.preview.allPublic}</p>;
  return (
    <fieldset className="min-w-0">
      <legend className="text-small text-soft">{text.preview.showHidden}</legend>
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
  const text = useText();
  const id = useId();
  const [query, setQuery] = useState('');
  const found = findAccounts(accounts, query, selected);
  return (
    <div className="flex min-w-0 flex-col">
      <label htmlFor={id} className="text-small text-soft">
        {text.preview.viewAs}
      </label>
      <div className="mt-1 flex flex-wrap gap-2">
        {accounts.length > maxAccountsWithoutSearch && (
          <TextField
            type="search"
            aria-label={text.preview.findAccount}
            placeholder={text.preview.findAccount}
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
          <option value="visitor">{text.preview.visitor}</option>
          {found.length > 0 && (
            <optgroup label={text.preview.accounts}>
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
