import { z } from 'zod';
import { maxActorLength, namedActorSchema } from '@/lib/contract/headers';
import { fieldError, invalidParameter } from '@/lib/contract/operations/operation';
import type { Caller } from '@/lib/domain/caller';
import { parseFields } from './parse-request';

const name = 'X-Actor';
const schema = z.object({ [name]: namedActorSchema });

/** The caller as the person that `X-Actor` names, if it does. Throws 400 for an invalid header, and for one without a key. */
export function actForPerson<C extends Pick<Caller, 'via' | 'actor'>>(caller: C, headers: Headers): C {
  const header = headers.get(name);
  if (header === null) return caller;
  if (caller.via !== 'key') throw actorError('only API keys can send it');
  const { user_id: userId, name: personName } = parseFields(schema, { [name]: parseAscii(header) })[name];
  return { ...caller, actor: { ...caller.actor, userId, name: personName } };
}

function parseAscii(header: string): unknown {
  if (header.length > maxActorLength) throw actorError(`expected at most ${maxActorLength} characters`);
  // Node decodes other bytes as Latin-1.
  if (!/^[\t -~]*$/.test(header)) throw actorError('expected other characters than ASCII as \\uXXXX');
  try {
    return JSON.parse(header);
  } catch {
    throw actorError('expected one JSON object, such as {"user_id": "user-31", "name": "Ada Example"}');
  }
}

function actorError(reason: string) {
  return fieldError(invalidParameter(name, reason));
}
