/** `1,204` */
export function formatCount(locale: string, count: number): string {
  return new Intl.NumberFormat(locale).format(count);
}

export type PluralForms<T> = Partial<Record<Intl.LDMLPluralRule, T>> & { other: T };

/** The form a language uses for this count: two in English, up to six in Arabic. */
export function plural<T>(locale: string, count: number, forms: PluralForms<T>): T {
  return forms[new Intl.PluralRules(locale).select(count)] ?? forms.other;
}

/** `A, B and C` */
export function formatList(locale: string, items: readonly string[]): string {
  return new Intl.ListFormat(locale, { type: 'conjunction', style: 'long' }).format(items);
}
