'use client';

import { accounts as ar } from './ar/accounts';
import { accounts as de } from './de/accounts';
import { accounts as en } from './en/accounts';
import { usePageText } from './use-page-text';

const factories = { en, de, ar };

/** The texts of `/accounts` and `/audit`. */
export const useAccountsText = () => usePageText(factories);
