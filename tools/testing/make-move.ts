import type { AppKeyCaller } from '@/lib/domain/caller';
import { createMove, dueMoves, getMove, type MoveRow } from '@/lib/domain/moves/moves';
import type { Service } from '@/lib/domain/service';
import { runNextDue } from './apply-due-changes';

/** Makes a move and does the worker's part: afterwards each account was looked at. */
export async function makeMove(
  service: Service,
  caller: AppKeyCaller,
  request: Parameters<typeof createMove>[2],
): Promise<MoveRow> {
  const { id } = await createMove(service, caller, request);
  await workOffMoves(service, caller);
  return getMove(service, caller, id);
}

/** Does the worker's part of all moves of an app, and nothing else. */
export async function workOffMoves(
  service: Service,
  { app }: { app: Pick<AppKeyCaller['app'], 'id'> },
): Promise<void> {
  while (await runNextDue(service, dueMoves, app.id));
}
