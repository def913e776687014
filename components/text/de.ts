import { counting } from '@/lib/format/words';
import { comparison } from './de/comparison';
import { enter } from './de/enter';
import { failure } from './de/failure';
import { history } from './de/history';
import { optional } from './de/optional';
import { preview } from './de/preview';
import { pricing } from './de/pricing';
import { refusals } from './de/refusals';
import { shell } from './de/shell';
import { signIn } from './de/sign-in';
import { switching } from './de/switching';
import { ui } from './de/ui';
import type { BrowserText, Text } from './en';

export function germanForBrowser(locale: string): BrowserText {
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

export function german(locale: string): Text {
  return { ...germanForBrowser(locale), signIn, enter };
}
