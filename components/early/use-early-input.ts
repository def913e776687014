'use client';

import { useEffect } from 'react';
import { takeEarlyChanges } from './take-early-changes';
import { takeEarlyPress } from './take-early-press';

/**
 * What was typed, chosen and pressed before the scripts came takes effect once they are there. For the component round
 * all others: its effect is the last, when all of them listen and none has drawn its fields again.
 */
export function useEarlyInput(): void {
  useEffect(() => {
    const button = takeEarlyPress();
    const redos = [...takeEarlyChanges(), () => button?.isConnected && button.click()];
    void (async () => {
      for (const redo of redos) {
        // Each sees what the one before it changed.
        await new Promise((drawn) => setTimeout(drawn));
        redo();
      }
    })();
  }, []);
}
