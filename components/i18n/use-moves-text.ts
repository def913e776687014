'use client';

import { moves as ar } from './ar/moves';
import { moves as de } from './de/moves';
import { moves as en } from './en/moves';
import { usePageText } from './use-page-text';

const factories = { en, de, ar };

/** The texts of `/moves`. */
export const useMovesText = () => usePageText(factories);
