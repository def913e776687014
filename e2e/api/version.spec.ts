import { expect } from '@playwright/test';
import type { Version } from '@/lib/contract/version';
import { test } from '../fixtures';
import { ask } from './ask';

test('one version is a bare object of the spec’s fields', async ({ request, tenant }) => {
  const { app, key } = await tenant({
    versions: [{ title: 'Pro', userFee: 800, fee: null, features: [2, 1] }],
    features: 3,
  });
  const [version] = app.versions;
  const { status, body } = await ask<Version>(request, `/app/versions/${version?.id}`, { key: await key() });
  expect(status).toBe(200);
  expect(body).toEqual({
    id: version?.id,
    title: 'Pro',
    description: 'Version 1 of the app.',
    tag: 'v1',
    user_fee: 800,
    is_default: true,
    active: true,
    features: app.features.slice(0, 2).map(({ id, title, humanId }) => ({ id, title, human_id: humanId })),
    fee: null,
    more_info: null,
  });
  expect(body.features[0]?.id).toMatch(/^fea_[0-9a-z]{26}$/);
});

test('user_fee is 0 where the version has none', async ({ request, tenant }) => {
  const { app, key } = await tenant({ versions: [{ fee: 500, userFee: null }] });
  const { body } = await ask<Version>(request, `/api/app/versions/${app.versions[0]?.id}`, {
    key: await key(),
  });
  expect(body.user_fee).toBe(0);
});

test('unknown, malformed, foreign and not granted are one refusal, on read and on switch', async ({
  request,
  tenant,
}) => {
  const { app, key } = await tenant({ versions: [{}, { public: false }] });
  const foreign = (await tenant()).app.versions[0]?.id ?? '';
  const hidden = app.versions[1]?.id ?? '';
  const secret = await key();
  const bodies = new Set<string>();
  for (const id of ['ver_00000000000000000000000000', 'nonsense', '%00', 'ver_%E2%82%AC', foreign, hidden]) {
    for (const answer of [
      await ask<Record<string, unknown>>(request, `/app/versions/${id}`, { key: secret }),
      await ask<Record<string, unknown>>(request, '/app/versions', { key: secret, body: { version_id: id } }),
    ]) {
      expect(answer.status, id).toBe(404);
      const { request_id: _, ...same } = answer.body;
      bodies.add(JSON.stringify(same));
    }
  }
  expect([...bodies]).toEqual([
    JSON.stringify({
      success: false,
      message: 'Choose one of the listed versions.',
      type: '/problems/version_not_found',
      title: 'Version not found',
      status: 404,
      detail: 'Choose one of the listed versions.',
      code: 'version_not_found',
    }),
  ]);
});

test('a retired public version can still be read', async ({ request, tenant }) => {
  const { app, key } = await tenant({ versions: [{}, { active: false }] });
  const { body } = await ask<Version>(request, `/app/versions/${app.versions[1]?.id}`, {
    key: await key('member'),
  });
  expect(body.active).toBe(false);
});
