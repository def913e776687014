export type PluralForms<T> = Partial<Record<Intl.LDMLPluralRule, T>> & { other: T };

/** `A, B and C` */
export function formatList(locale: string, items: readonly string[]): string {
  return new Intl.ListFormat(locale, { type: 'conjunction', style: 'long' }).format(items);
}

export type Counting = ReturnType<typeof counting>;

/** How a locale writes a number (`1,204`) and which form of a word goes with it: two in English, up to six in Arabic. */
export function counting(locale: string) {
  const numbers = new Intl.NumberFormat(locale);
  const rules = new Intl.PluralRules(locale);
  return {
    count: (n: number) => numbers.format(n),
    plural: <T>(n: number, forms: PluralForms<T>): T => forms[rules.select(n)] ?? forms.other,
  };
}
