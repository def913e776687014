import { historySearchParams } from '@/lib/client/page-urls';
import { updateQuery } from '@/lib/client/search-params';

/** The query of a page with the whole history, for browsers without JavaScript. */
export const wholeHistory = updateQuery(historySearchParams, '', { all: 'true' });
