'use client';

import { useId, useState } from 'react';
import { useText } from '@/components/text/text-provider';
import { Select } from '@/components/ui/select';
import { TextField } from '@/components/ui/text-field';
import type { ProductPreview } from '@/lib/contract/product-preview';
import { findAccounts } from './find-accounts';

/** More than this, and a list alone is too long to look through. */
const easilyScanned = 8;

interface AccountChoiceProps {
  accounts: ProductPreview['accounts'];
  chosen: string;
  blocked: boolean;
  onChange: (as: string) => void;
}

/** Whose eyes to look with. */
export function AccountChoice({ accounts, chosen, blocked, onChange }: AccountChoiceProps) {
  const text = useText();
  const id = useId();
  const [query, setQuery] = useState('');
  const found = findAccounts(accounts, query, chosen);
  return (
    <div className="flex min-w-0 flex-col">
      <label htmlFor={id} className="text-small text-soft">
        {text.preview.lookAs}
      </label>
      <div className="mt-1 flex flex-wrap gap-2">
        {accounts.length > easilyScanned && (
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
          value={chosen}
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
