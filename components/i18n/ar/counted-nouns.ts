import type { CountFormatter } from '@/lib/format/plurals';

/**
 * Counted nouns in the genitive, as after a preposition or another noun. The dual and the plural have other forms in
 * the nominative.
 */
export function createCountedNouns({ count, plural }: CountFormatter) {
  /** `unit` is the price list's word for users. */
  const users = (n: number, unit: string | null = null) =>
    unit
      ? `${count(n)} ${isolate(unit)}`
      : plural(n, {
          one: 'مستخدم واحد',
          two: 'مستخدمَين',
          few: `${count(n)} مستخدمين`,
          many: `${count(n)} مستخدمًا`,
          other: `${count(n)} مستخدم`,
        });
  return {
    features: (n: number) =>
      plural(n, {
        one: 'ميزة واحدة',
        two: 'ميزتين',
        few: `${count(n)} ميزات`,
        other: `${count(n)} ميزة`,
      }),
    limits: (n: number) =>
      plural(n, {
        one: 'حد استخدام واحد',
        two: 'حدَّي استخدام',
        few: `${count(n)} حدود استخدام`,
        other: `${count(n)} حد استخدام`,
      }),
    users,
    forUsers: (n: number, unit: string | null = null) =>
      !unit && (n === 1 || n === 2) ? `ل${users(n)}` : `لعدد ${users(n, unit)}`,
    /** "every 3 months". It is undefined for a period without an Arabic word. */
    periods: (n: number, name: string): string | undefined => {
      const noun = periodNouns[name];
      if (!noun) return undefined;
      const [two, few, many, other] = noun;
      return `كل ${plural(n, { two, few: `${count(n)} ${few}`, many: `${count(n)} ${many}`, other: `${count(n)} ${other}` })}`;
    },
  };
}

const periodNouns: Record<string, [two: string, few: string, many: string, other: string]> = {
  second: ['ثانيتين', 'ثوانٍ', 'ثانية', 'ثانية'],
  minute: ['دقيقتين', 'دقائق', 'دقيقة', 'دقيقة'],
  hour: ['ساعتين', 'ساعات', 'ساعة', 'ساعة'],
  day: ['يومين', 'أيام', 'يومًا', 'يوم'],
  week: ['أسبوعين', 'أسابيع', 'أسبوعًا', 'أسبوع'],
  month: ['شهرين', 'أشهر', 'شهرًا', 'شهر'],
  year: ['سنتين', 'سنوات', 'سنة', 'سنة'],
};

/** Isolates words of the catalog in another script, so that numbers beside them keep their place. */
export function isolate(text: string): string {
  return /\p{Script=Arabic}/u.test(text) ? text : `\u2068${text}\u2069`;
}
