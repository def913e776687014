import { isStaff } from '@/lib/contract/current-user';
import type { Actor, toActorColumns } from '@/lib/db/history';
import type { StoredActor } from '@/lib/db/waiting-changes';
import type { AppCaller } from '../caller';

/** Who is shown an actor. */
export type ActorViewer = Pick<AppCaller, 'app' | 'role' | 'appKey'>;

/**
 * The actor as a caller sees it. For customers, a key that names no person is the app: its name is internal to the host
 * application.
 */
export function showActor<A extends Omit<Actor, 'id'>>({ app, role, appKey }: ActorViewer, actor: A): A {
  const isNameShown = actor.kind !== 'key' || (actor.userId ?? null) !== null || appKey || isStaff(role);
  return isNameShown ? actor : { ...actor, name: app.title };
}

/** Who did something, in the shape of the API. */
export function serializeActor({
  kind,
  name,
  userId = null,
  channel,
}: Omit<StoredActor, 'id' | 'userId'> & Pick<Actor, 'userId'>) {
  return { kind, name, user_id: userId, channel };
}

/** Who did something, from the columns of a row. */
export function serializeActorColumns({
  actorKind,
  actorName,
  actorUserId,
  channel,
}: Omit<ReturnType<typeof toActorColumns>, 'actorId'> & { channel: string }) {
  return { kind: actorKind, name: actorName, user_id: actorUserId, channel };
}
