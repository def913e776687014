'use client';

import { useEffect } from 'react';

/**
 * Replays input and clicks from before hydration. Call it in the outermost client component: its effect runs last, when all
 * event handlers are attached and no component has rendered its fields again.
 */
export function useHydrationReplay(): void {
  useEffect(() => {
    const button = takeRecordedButton();
    const replays: Replay[] = [
      ...takeFieldReplays(),
      () => {
        if (button?.isConnected) button.click();
      },
    ];
    void (async () => {
      for (const replay of replays) {
        // Let React render the result of the previous replay first.
        await new Promise((resolve) => setTimeout(resolve));
        replay();
      }
    })();
  }, []);
}

/** Stops the click recorder. Returns the button that was clicked before hydration, or null. */
function takeRecordedButton(): HTMLElement | null {
  const { recordedClick, recordClick } = window;
  window.recordedClick = undefined;
  if (recordClick) window.removeEventListener('click', recordClick, true);
  // An event that is still being dispatched triggered hydration, and React replays it itself.
  if (!(recordedClick?.target instanceof Element) || recordedClick.eventPhase !== Event.NONE) return null;
  return recordedClick.target.closest('button');
}

/** Repeats one change and dispatches its events. */
type Replay = () => void;

/**
 * Returns a replay for each field that the user changed before hydration. A replay resets the field to the value that the
 * server rendered, which is the value that React expects, and changes it again, in one task, so that the reset is
 * not shown.
 */
function takeFieldReplays(): Replay[] {
  const fields = document.querySelectorAll<HTMLInputElement | HTMLSelectElement>('input, select');
  return [...fields].flatMap((field) => {
    const replay = field instanceof HTMLSelectElement ? takeSelectReplay(field) : takeInputReplay(field);
    return replay ?? [];
  });
}

function takeInputReplay(field: HTMLInputElement): Replay | null {
  const { type, checked, defaultChecked, value, defaultValue } = field;
  if (type === 'checkbox' || type === 'radio') {
    // Checking one radio button unchecks another, which is not a change of its own.
    if (checked === defaultChecked || (type === 'radio' && !checked)) return null;
    return () => {
      field.checked = defaultChecked;
      field.click();
    };
  }
  if (value === defaultValue) return null;
  return () => {
    // The user may have entered more meanwhile, or React may have written the value that it rendered.
    const entered = field.value === defaultValue ? value : field.value;
    field.value = defaultValue;
    // React overrides the setter on the element: through it, the value would count as one that React wrote.
    Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set?.call(field, entered);
    field.dispatchEvent(new Event('input', { bubbles: true }));
  };
}

function takeSelectReplay(field: HTMLSelectElement): Replay | null {
  const { value } = field;
  const rendered = [...field.options].find(({ defaultSelected }) => defaultSelected) ?? field.options[0];
  if (!rendered || rendered.value === value) return null;
  return () => {
    field.value = value;
    field.dispatchEvent(new Event('change', { bubbles: true }));
  };
}
