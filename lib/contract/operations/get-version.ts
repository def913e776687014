import { conditionalReadHeadersSchema } from '../headers';
import { type Version, versionPathSchema, versionSchema } from '../versions';
import { callerErrors, notModifiedResponse, type Operation } from './operation';
import {
  sampleBoards,
  sampleDescriptions,
  sampleFeatures,
  sampleIds,
  samplePrices,
  sampleTitles,
} from './sample-data';

const team: Version = {
  id: sampleIds.team,
  title: sampleTitles.team,
  description: sampleDescriptions.team,
  tag: 'v2',
  user_fee: samplePrices.team.user_fee,
  is_default: false,
  active: true,
  features: [
    {
      id: sampleIds.boards,
      title: sampleFeatures.boards.title,
      human_id: sampleFeatures.boards.id,
      ...sampleBoards.team,
      renewable: false,
    },
    {
      id: sampleIds.guests,
      title: sampleFeatures.guests.title,
      human_id: sampleFeatures.guests.id,
      value: null,
      amount: null,
      unlimited: false,
      unit: null,
      period: null,
      renewable: null,
    },
  ],
  fee: samplePrices.team.fee,
  fee_unit: null,
  user_fee_unit: null,
  annual_fee: samplePrices.team.annual_fee,
  annual_user_fee: samplePrices.team.annual_user_fee,
  price_text: null,
  more_info: 'Share single boards with guests|Private boards for every member',
};

export const getVersion: Operation = {
  method: 'GET',
  path: '/app/versions/{id}',
  atOrigin: true,
  id: 'getVersion',
  tag: 'Versions',
  summary: 'Get a version',
  description:
    'Returns a version with the features it includes. The response is the version itself, without an envelope. The ' +
    'same error is returned for an ID that is unknown, malformed, of another app, or not visible to the caller.',
  callers: ['visitor', 'member', 'owner', 'product', 'app_key'],
  pathParameters: versionPathSchema,
  headers: conditionalReadHeadersSchema,
  responses: [
    {
      status: 200,
      description: 'The version.',
      headers: ['ETag', 'Content-Encoding'],
      content: {
        'application/json': {
          schema: versionSchema,
          examples: { team: { summary: 'The Team version', value: team } },
        },
      },
    },
    notModifiedResponse,
  ],
  errors: [...callerErrors, 'version_not_found'],
  sampleParameters: { id: sampleIds.team },
};
