import { DueChangeQueue } from '@/lib/domain/apply-due-changes';
import type { Service } from '@/lib/domain/service';

/** Applies or ends all changes that are due. Throws what the worker would log. */
export async function applyDueChanges(service: Service): Promise<void> {
  const onError = (error: unknown) => {
    throw error;
  };
  const queue = new DueChangeQueue(service, onError);
  await queue.apply();
  await queue.drain();
}
