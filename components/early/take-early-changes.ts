/** Makes one change once more, for whoever listens now. */
type Redo = () => void;

/**
 * What the reader typed and chose before React was there. The fields go back to what the server wrote, which is what
 * React believes of them; each is then changed again by what comes back.
 */
export function takeEarlyChanges(): Redo[] {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select');
  return [...fields].flatMap((field) => {
    const redo = field instanceof HTMLSelectElement ? takeChosen(field) : takeEntered(field);
    return redo ?? [];
  });
}

function takeEntered(field: HTMLInputElement): Redo | null {
  const { type, checked, defaultChecked, value, defaultValue } = field;
  if (type === 'checkbox' || type === 'radio') {
    // The other radio, which lost its mark by the press on this one, is no change of its own.
    if (checked === defaultChecked || (type === 'radio' && !checked)) return null;
    field.checked = defaultChecked;
    return () => field.click();
  }
  if (value === defaultValue) return null;
  field.value = defaultValue;
  return () => {
    // Past React's own setter, which would take the value for one that it wrote.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, value);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
}

function takeChosen(field: HTMLSelectElement): Redo | null {
  const { value } = field;
  const written = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0];
  if (!written || written.value === value) return null;
  field.value = written.value;
  return () => {
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };
}
