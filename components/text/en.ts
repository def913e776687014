import { counting } from '@/lib/format/words';
import { comparison } from './en/comparison';
import { enter } from './en/enter';
import { failure } from './en/failure';
import { history } from './en/history';
import { optional } from './en/optional';
import { preview } from './en/preview';
import { pricing } from './en/pricing';
import { refusals } from './en/refusals';
import { shell } from './en/shell';
import { signIn } from './en/sign-in';
import { switching } from './en/switching';
import { ui } from './en/ui';

/** What scripts say. Texts that count are made for the reader's locale: numbers are not written alike in all of one language. */
export function englishForBrowser(locale: string) {
  const words = counting(locale);
  return {
    ui,
    shell,
    failure,
    refusals,
    optional,
    pricing: pricing(words),
    switching: switching(words),
    comparison: comparison(words),
    history: history(words),
    preview: preview(words),
  };
}

/** Every text a reader can see, but for the API reference. Another language has the same shape. */
export function english(locale: string) {
  return { ...englishForBrowser(locale), signIn, enter };
}

export type BrowserText = ReturnType<typeof englishForBrowser>;
export type Text = ReturnType<typeof english>;
