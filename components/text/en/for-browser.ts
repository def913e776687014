'use client';

import { englishForBrowser } from '../en';

/** Alone in its file: pages of this language fetch it, and no others. */
export function speakEnglish(locale: string) {
  return englishForBrowser(locale);
}
