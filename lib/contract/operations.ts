import type { Operation } from './operation';
import { invitePerson } from './operations/invite-person';
import { listVersions } from './operations/list-versions';
import { previewSwitch } from './operations/preview-switch';
import { readDescription } from './operations/read-description';
import { readHistory } from './operations/read-history';
import { readVersion } from './operations/read-version';
import { signAccountUp } from './operations/sign-account-up';
import { switchVersion } from './operations/switch-version';

/** Every operation of the interface, in the order in which they are told. */
export const operations: Operation[] = [
  listVersions,
  readVersion,
  previewSwitch,
  switchVersion,
  readHistory,
  signAccountUp,
  invitePerson,
  readDescription,
];
