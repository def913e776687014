import { addOns } from './add-ons';
import { changes } from './changes';
import { history } from './history';

/** The pages of an account. */
export const account = { addOns, changes, history };
