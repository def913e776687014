import { accounts } from './accounts';
import { catalog } from './catalog';
import { customer } from './customer';
import { moves } from './moves';
import { preview } from './preview';
import { priceTable } from './price-table';
import { revenue } from './revenue';
import { setup } from './setup';
import { webhooks } from './webhooks';

/** The pages of staff. */
export const staff = { accounts, catalog, customer, moves, preview, priceTable, revenue, setup, webhooks };
