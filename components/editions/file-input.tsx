import type { Ref } from 'react';

/** What the API accepts (`maxPriceListBodyBytes`), with room for escapes. */
export const maxFileBytes = 4 * 1024 * 1024;

interface FileInputProps {
  ref: Ref<HTMLInputElement>;
  accept: string;
  onFile: (file: File) => void;
}

/** Without an appearance: a button clicks it. The same file can be chosen again. */
export function FileInput({ ref, accept, onFile }: FileInputProps) {
  return (
    <input
      ref={ref}
      type="file"
      accept={accept}
      hidden
      onChange={({ currentTarget }) => {
        const file = currentTarget.files?.[0];
        if (file) onFile(file);
        currentTarget.value = '';
      }}
    />
  );
}
