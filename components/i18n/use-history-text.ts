'use client';

import { history as ar } from './ar/history';
import { history as de } from './de/history';
import { history as en } from './en/history';
import { usePageText } from './use-page-text';

const factories = { en, de, ar };

/** The texts of `/history`. */
export const useHistoryText = () => usePageText(factories);
