import { createTextSource, usePageText } from './use-page-text';

const source = createTextSource<'webhooks'>((language) => import(`./${language}/webhooks.ts`));

/** The texts of `/webhooks`. */
export const useWebhooksText = () => usePageText(source);
