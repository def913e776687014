import type { CountFormatter } from '@/lib/format/plurals';

/** Counted nouns in the genitive, as after a preposition or another noun. The dual and the plural have other forms in the nominative. */
export function createCountedNouns({ count, plural }: CountFormatter) {
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
  };
}
