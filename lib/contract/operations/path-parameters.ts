import { type ZodType, z } from 'zod';
import { changeId } from '../account-changes';
import { namedAccountId } from '../accounts';
import { anyAddOnId } from '../add-ons';
import type { ApiErrorCode } from '../errors';
import { externalId, rowId, versionId } from '../fields';
import { moveId } from '../moves';
import { noticeId } from '../notices';
import { sessionId } from '../portal-sessions';
import { endpointId, eventId } from '../webhooks';
import { sampleFeatures, sampleIds } from './sample-data';

/** What a parameter names. */
interface PathParameter {
  schema: ZodType<string>;
  sample: string;
  /** The error if there is no such thing. */
  error?: ApiErrorCode;
}

/** The parameters of paths, with the segment before. Any text is valid for what is looked up in the view of the caller. */
const pathParameters: Record<string, PathParameter> = {
  'versions/:id': { schema: versionId, sample: sampleIds.team, error: 'version_not_found' },
  'optional-features/:id': { schema: anyAddOnId, sample: sampleIds.guestPass, error: 'option_not_found' },
  'changes/:id': { schema: changeId, sample: sampleIds.change, error: 'change_not_found' },
  'notices/:id': { schema: noticeId, sample: sampleIds.notice, error: 'notice_not_found' },
  'features/:human_id': {
    schema: z.string().describe('Human-readable slug of the feature or usage limit.'),
    sample: sampleFeatures.boards.id,
  },
  'accounts/:external_id': { schema: namedAccountId, sample: 'customer-7' },
  'keys/:key_id': { schema: rowId('Key ID, `key_…`.'), sample: sampleIds.key, error: 'key_not_found' },
  'grants/:version_id': {
    schema: externalId(255).toLowerCase().describe('Version ID, `ver_…`.'),
    sample: sampleIds.enterprise,
    error: 'version_not_found',
  },
  'sessions/:id': { schema: sessionId, sample: sampleIds.session, error: 'portal_session_not_found' },
  'moves/:id': { schema: moveId, sample: sampleIds.move, error: 'move_not_found' },
  'editions/:id': {
    schema: externalId(255).describe('Edition ID, `ced_…`.'),
    sample: sampleIds.edition,
    error: 'edition_not_found',
  },
  'webhook-endpoints/:id': {
    schema: endpointId,
    sample: sampleIds.webhookEndpoint,
    error: 'webhook_endpoint_not_found',
  },
  'deliveries/:event_id': {
    schema: eventId,
    sample: sampleIds.versionSwitched,
    error: 'webhook_delivery_not_found',
  },
};

type ParameterName<Path extends string> = Path extends `${string}:${infer Rest}`
  ? Rest extends `${infer Name}/${infer Tail}`
    ? Name | ParameterName<Tail>
    : Rest
  : never;

/** The parameters of a path by name. They are undefined for a path without any. */
export type PathParameters<Path extends string> = string extends Path
  ? Record<string, string> | undefined
  : [ParameterName<Path>] extends [never]
    ? undefined
    : Record<ParameterName<Path>, string>;

/** The parameters of a path, in its order. Throws for one without an entry above. */
export function listPathParameters(path: string): (PathParameter & { name: string })[] {
  return [...path.matchAll(/[^/]+\/:(\w+)/g)].map(([key, name = '']) => {
    const parameter = pathParameters[key];
    if (!parameter) throw new Error(`The parameter ${key} has no schema.`);
    return { name, ...parameter };
  });
}
