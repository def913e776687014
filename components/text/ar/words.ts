import type { Counting } from '@/lib/format/words';

/** Counted nouns, after a preposition or another noun: the dual and the plural differ from what begins a sentence. */
export function countedWords({ count, plural }: Counting) {
  return {
    features: (n: number) =>
      plural(n, {
        one: 'ميزة واحدة',
        two: 'ميزتين',
        few: `${count(n)} ميزات`,
        other: `${count(n)} ميزة`,
      }),
    users: (n: number) =>
      plural(n, {
        one: 'مستخدم واحد',
        two: 'مستخدمَين',
        few: `${count(n)} مستخدمين`,
        many: `${count(n)} مستخدمًا`,
        other: `${count(n)} مستخدم`,
      }),
    changes: (n: number) =>
      plural(n, {
        one: 'تغيير واحد',
        two: 'تغييرين',
        few: `${count(n)} تغييرات`,
        many: `${count(n)} تغييرًا`,
        other: `${count(n)} تغيير`,
      }),
  };
}
