'use client';

import { useSyncExternalStore } from 'react';

/** How many plans fit beside one another from each width on. The style sheet of the table has the same steps. */
const steps = [
  { from: 80, plans: 12 },
  { from: 72, plans: 10 },
  { from: 60, plans: 8 },
  { from: 44, plans: 6 },
  { from: 30, plans: 3 },
];

const wideEnough = (from: number) => window.matchMedia(`(width >= ${from}rem)`);
const onPaper = () => window.matchMedia('print');

function subscribe(onChange: () => void) {
  const watched = [...steps.map(({ from }) => wideEnough(from)), onPaper()];
  for (const each of watched) each.addEventListener('change', onChange);
  return () => {
    for (const each of watched) each.removeEventListener('change', onChange);
  };
}

/** Paper shows every chosen plan, however narrow it is. */
function read(): number | null {
  if (onPaper().matches) return null;
  return steps.find(({ from }) => wideEnough(from).matches)?.plans ?? 2;
}

/** Null as long as the width isn't known: on the server, and on paper. */
export function useCapacity(): number | null {
  return useSyncExternalStore(subscribe, read, () => null);
}
