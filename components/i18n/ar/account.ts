import { addOns } from './add-ons';
import { changes } from './changes';
import { history } from './history';

export const account = { addOns, changes, history };
