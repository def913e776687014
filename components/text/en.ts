import { comparison } from './en/comparison';
import { enter } from './en/enter';
import { history } from './en/history';
import { optional } from './en/optional';
import { preview } from './en/preview';
import { pricing } from './en/pricing';
import { reference } from './en/reference';
import { shell } from './en/shell';
import { signIn } from './en/sign-in';
import { switching } from './en/switching';
import { ui } from './en/ui';

/** Every text a reader can see. A second language is a file of this type. */
export const en = {
  ui,
  shell,
  signIn,
  enter,
  pricing,
  switching,
  comparison,
  history,
  optional,
  preview,
  reference,
};

export type Text = typeof en;
