import { accountHeaderSchema } from '../headers';
import { type SwitchPreview, switchPreviewSchema } from '../switch';
import { versionPathSchema } from '../versions';
import { callerErrors, missingAccountId, type Operation } from './operation';
import {
  sampleBoards,
  sampleFeatures,
  sampleIds,
  samplePrices,
  sampleRevision,
  sampleTitles,
} from './sample-data';

const freeToTeam: SwitchPreview = {
  success: true,
  message: '',
  data: {
    direction: 'upgrade',
    allowed: true,
    blockers: [],
    from: { id: sampleIds.free, title: sampleTitles.free, ...samplePrices.free },
    to: { id: sampleIds.team, title: sampleTitles.team, ...samplePrices.team },
    difference: { fee: 2900, user_fee: 500, annual_fee: 29000, annual_user_fee: 5000 },
    gained: [sampleFeatures.guests],
    lost: [],
    kept: [sampleFeatures.boards],
    raised: [{ ...sampleFeatures.boards, from: sampleBoards.free, to: sampleBoards.team }],
    lowered: [],
    changed: [],
    optional_gained: [sampleFeatures.guests],
    optional_lost: [],
    revision: sampleRevision,
  },
};

export const previewSwitch: Operation = {
  method: 'GET',
  path: '/app/versions/{id}/preview',
  atOrigin: true,
  id: 'previewSwitch',
  tag: 'Versions',
  summary: 'Preview a switch',
  description:
    'Returns the effects of switching the account to this version: gained and lost features, the price difference, and ' +
    'whether the switch is allowed. Nothing is changed. Send the `ETag` as `If-Match` with the switch, so that it fails ' +
    'if anything changed since the preview.',
  callers: ['member', 'owner', 'product', 'app_key'],
  pathParameters: versionPathSchema,
  headers: accountHeaderSchema,
  responses: [
    {
      status: 200,
      description: 'The effects of the switch.',
      headers: ['ETag'],
      content: {
        'application/json': {
          schema: switchPreviewSchema,
          examples: { upgrade: { summary: 'From Free to Team', value: freeToTeam } },
        },
      },
    },
  ],
  errors: [...callerErrors, 'parameter_missing', 'version_not_found'],
  sampleFieldErrors: [missingAccountId],
  sampleParameters: { id: sampleIds.team },
};
