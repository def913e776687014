import { isReplicatedSynchronously, readSchemaVersion } from '@/lib/db/database-health';
import { readDeliveryQueue } from '@/lib/db/due-work';
import type { Service } from './service';

/** The newest applied migration. Null if the database does not respond. */
export function checkDatabase({ pool, health }: Service): Promise<string | null> {
  return health.guard(readSchemaVersion(pool)).catch(() => null);
}

/** Whether commits wait for a standby. Null if the database does not respond. */
export function checkReplication({ pool, health }: Service): Promise<boolean | null> {
  return health.guard(isReplicatedSynchronously(pool)).catch(() => null);
}

/** The webhook deliveries of all apps that wait. Null if the database does not respond. */
export function checkDeliveries({
  pool,
  health,
}: Service): Promise<{ waiting: number; lateMs: number } | null> {
  return health.guard(readDeliveryQueue(pool)).catch(() => null);
}
