import { type APIRequestContext, expect } from '@playwright/test';
import type { History, HistoryEntry } from '@/lib/contract/history';
import type { SwitchPreview } from '@/lib/contract/switch';
import { ask } from './ask';

/** The newest entry of the key's account, null where it has none. */
export async function readNewest(request: APIRequestContext, key: string): Promise<HistoryEntry | null> {
  const { body } = await ask<History>(request, '/account/versions?limit=1', { key });
  return body.payload[0] ?? null;
}

/** Holds what was recorded against what the preview had promised, to the last feature. */
export function expectKept(promised: SwitchPreview['data'], recorded: HistoryEntry | null): void {
  const { from, to, direction, gained, lost } = promised;
  expect(recorded).toMatchObject({
    ...to,
    direction,
    gained,
    lost,
    previous_version_id: from?.id ?? null,
    previous_title: from?.title ?? null,
  });
}
