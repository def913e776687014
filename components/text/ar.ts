import { counting } from '@/lib/format/words';
import { comparison } from './ar/comparison';
import { enter } from './ar/enter';
import { failure } from './ar/failure';
import { history } from './ar/history';
import { optional } from './ar/optional';
import { preview } from './ar/preview';
import { pricing } from './ar/pricing';
import { refusals } from './ar/refusals';
import { shell } from './ar/shell';
import { signIn } from './ar/sign-in';
import { switching } from './ar/switching';
import { ui } from './ar/ui';
import type { BrowserText, Text } from './en';

export function arabicForBrowser(locale: string): BrowserText {
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

export function arabic(locale: string): Text {
  return { ...arabicForBrowser(locale), signIn, enter };
}
