import { accountHeaderSchema } from '../headers';
import { accountMissing, callerProblems, type Operation } from '../operation';
import { type SwitchPreview, switchPreviewSchema } from '../switch';
import { versionPathSchema } from '../version';
import { sampleFeatures, sampleIds, sampleRevision, sampleTitles } from './sample-catalog';

const freeToTeam: SwitchPreview = {
  success: true,
  message: '',
  data: {
    direction: 'upgrade',
    allowed: true,
    blockers: [],
    from: { id: sampleIds.free, title: sampleTitles.free, fee: 0, user_fee: null },
    to: { id: sampleIds.team, title: sampleTitles.team, fee: 2900, user_fee: 500 },
    difference: { fee: 2900, user_fee: 500 },
    gained: [sampleFeatures.guests],
    lost: [],
    kept: [sampleFeatures.boards],
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
    'What a switch of this account to this version would do: what is gained and lost, what it costs, and whether ' +
    'it is allowed. Nothing is written. Send the `ETag` as `If-Match` with the switch, and it happens as previewed ' +
    'or not at all.',
  callers: ['member', 'owner', 'product', 'app_key'],
  pathParameters: versionPathSchema,
  headers: accountHeaderSchema,
  answers: [
    {
      status: 200,
      description: 'What would change.',
      headers: ['ETag'],
      content: {
        'application/json': {
          schema: switchPreviewSchema,
          examples: { upgrade: { summary: 'From Free to Team', value: freeToTeam } },
        },
      },
    },
  ],
  problems: [...callerProblems, 'parameter_missing', 'version_not_found'],
  faults: [accountMissing],
  sample: { id: sampleIds.team },
};
