import type { DueKind } from '@/lib/domain/due-kind';
import { AppTurns, runNext } from '@/lib/domain/due-work/app-turns';
import { kindsByApp } from '@/lib/domain/due-work/due-kinds';
import { dueEditions } from '@/lib/domain/editions/catalog-editions';
import type { Service } from '@/lib/domain/service';

/** Does all due work of apps, such as changes that are due. Throws what the worker would log. */
export async function applyDueChanges(service: Service): Promise<void> {
  const turns = new AppTurns(service, kindsByApp, fail);
  await turns.start();
  await turns.drain();
}

/** Does the next work of a kind, of an app or of all apps. Returns whether there was some. Throws what the worker would log. */
export function runNextDue(service: Service, kind: DueKind, appId = ''): Promise<boolean> {
  return runNext(service, kind, appId, fail);
}

/** Publishes the edition that has been due for longest. Returns whether there was one. */
export function publishDueEdition(service: Service): Promise<boolean> {
  return runNextDue(service, dueEditions);
}

function fail(error: unknown): never {
  throw error;
}
