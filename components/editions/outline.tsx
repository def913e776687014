import { useMemo } from 'react';
import { Select } from '@/components/ui/select';
import { listHeadings } from './find-completions';

interface OutlineProps {
  text: string;
  label: string;
  onPlace: (line: number) => void;
}

/** Leads to a section of a text, or to an entry in it. */
export function Outline({ text, label, onPlace }: OutlineProps) {
  const headings = useMemo(() => listHeadings(text), [text]);
  return (
    <Select
      aria-label={label}
      value=""
      dir="ltr"
      className="mb-2 w-full"
      onChange={({ target }) => target.value !== '' && onPlace(Number(target.value))}
    >
      <option value="">{label}</option>
      {headings.map(({ section, key, line }) => (
        <option key={line} value={line}>
          {section === null ? key : `\u00a0\u00a0\u00a0\u00a0${key}`}
        </option>
      ))}
    </Select>
  );
}
