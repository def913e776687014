import { accounts } from './accounts';
import { catalog } from './catalog';
import { moves } from './moves';
import { preview } from './preview';
import { priceTable } from './price-table';
import { webhooks } from './webhooks';

export const staff = { accounts, catalog, moves, preview, priceTable, webhooks };
