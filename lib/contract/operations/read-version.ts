import { readHeadersSchema } from '../headers';
import { callerProblems, notModified, type Operation } from '../operation';
import { type Version, versionPathSchema, versionSchema } from '../version';
import { sampleFeatures, sampleIds, sampleTexts, sampleTitles } from './sample-catalog';

const team: Version = {
  id: sampleIds.team,
  title: sampleTitles.team,
  description: sampleTexts.team,
  tag: 'v2',
  user_fee: 500,
  is_default: false,
  active: true,
  features: [
    { id: sampleIds.boards, title: sampleFeatures.boards.title, human_id: sampleFeatures.boards.id },
    { id: sampleIds.guests, title: sampleFeatures.guests.title, human_id: sampleFeatures.guests.id },
  ],
  fee: 2900,
  more_info: 'Guests see what you show them|Everybody has a board of their own',
};

export const readVersion: Operation = {
  method: 'GET',
  path: '/app/versions/{id}',
  atOrigin: true,
  id: 'readVersion',
  tag: 'Versions',
  summary: 'Read one version',
  description:
    'One version with the features it includes. The answer is the version itself, without an envelope. An id that ' +
    'is unknown, malformed, of another app or not for this caller gets one and the same refusal.',
  callers: ['visitor', 'member', 'owner', 'product', 'app_key'],
  pathParameters: versionPathSchema,
  headers: readHeadersSchema,
  answers: [
    {
      status: 200,
      description: 'The version.',
      headers: ['ETag', 'Content-Encoding'],
      content: {
        'application/json': {
          schema: versionSchema,
          examples: { team: { summary: 'A version for teams', value: team } },
        },
      },
    },
    notModified,
  ],
  problems: [...callerProblems, 'version_not_found'],
  sample: { id: sampleIds.team },
};
