import { headers } from 'next/headers';
import { cache } from 'react';
import { openPageQueries } from '@/lib/http/page-queries';

/** The data access of the current request, shared by the layout, the page and its metadata. */
export const getPageContext = cache(async () => openPageQueries(await headers()));
