import { useEffect, useRef } from 'react';
import { usePageText } from '@/components/i18n/page-text';
import { Button } from '@/components/ui/button';
import type { ListSection } from '@/lib/contract/price-list-keys';

interface NewEntryProps {
  section: ListSection;
  onAdd: (name: string) => void;
  onCancel: () => void;
}

/** A form for the name of a new plan, add-on, feature or limit. */
export function NewEntry({ section, onAdd, onCancel }: NewEntryProps) {
  const text = usePageText('staff').priceTable;
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => field.current?.focus(), []);
  return (
    <form
      aria-label={text.add[section]}
      className="flex flex-wrap items-center gap-3"
      onSubmit={(event) => {
        event.preventDefault();
        const name = field.current?.value.trim() ?? '';
        if (name === '') field.current?.focus();
        else onAdd(name);
      }}
      onKeyDown={({ key }) => key === 'Escape' && onCancel()}
    >
      <label className="flex items-center gap-2">
        {text.name}
        <input
          ref={field}
          required
          maxLength={200}
          className="min-h-11 rounded-control border border-edge bg-raised px-3 text-body"
        />
      </label>
      <Button type="submit" tone="solid">
        {text.create}
      </Button>
      <Button onClick={onCancel}>{text.cancel}</Button>
    </form>
  );
}
