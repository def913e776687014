import { LRUCache } from 'lru-cache';
import type { AppCaller } from '@/lib/versions/caller';
import type { AppCatalog, Moment } from '@/lib/versions/moment';
import { View } from './view';

/** The most bytes of answers that are kept. */
const most = 64e6;
const views = new LRUCache<string, View>({ maxSize: most, sizeCalculation: ({ size }) => size });

/** A catalogue is exchanged whole when it changes: what was made of an older one is never found again, and makes way. */
const numbers = new WeakMap<AppCatalog, number>();
let lastNumber = 0;

/** What a caller is shown of one moment: all who see the same share it. `of` says what it is made of besides. */
export function recallView(
  { catalog, state }: Moment,
  { role, account }: Pick<AppCaller, 'role' | 'account'>,
  of: string,
  make: () => unknown,
): View {
  const current = state.current?.versionId ?? '';
  const granted = state.granted.size === 0 ? '' : [...state.granted].sort().join(' ');
  const key = `${numberOf(catalog)} ${of} ${role} ${account !== null} ${current} ${granted}`;
  const known = views.get(key);
  if (known) return known;
  const view: View = new View(make(), () => {
    // Counted anew with what it holds now.
    if (views.peek(key) !== view) return;
    views.delete(key);
    views.set(key, view);
  });
  views.set(key, view);
  return view;
}

function numberOf(catalog: AppCatalog): number {
  let number = numbers.get(catalog);
  if (number === undefined) {
    lastNumber += 1;
    number = lastNumber;
    numbers.set(catalog, number);
  }
  return number;
}
