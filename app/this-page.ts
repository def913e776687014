import { headers } from 'next/headers';
import { cache } from 'react';
import { openPage } from '@/lib/http/pages';

/** The page of this request, opened once for the layout and whatever stands in it. */
export const openThisPage = cache(async () => openPage(await headers()));
