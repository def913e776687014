import { expect } from '@playwright/test';
import type { AccountList } from '@/lib/contract/accounts';
import type { NoticeDismissalBody, NoticeList } from '@/lib/contract/notices';
import { buildPriceListText, type PriceListSpec } from '@/prisma/factories/build-price-list';
import { importList, putOn } from '@/tools/testing/import-lists';
import { test } from '../fixtures';
import { expectEvents, sendRequest } from './api-client';

const list = (price: number, storage: number): PriceListSpec => ({
  features: ['files'],
  limits: { storage: { features: ['files'], unit: 'GB' } },
  plans: { TEAM: { price, unit: '/month', features: ['files'], limits: { storage } } },
});

test('a host learns which accounts a scheduled edition changes, and that it is canceled', async ({
  request,
  createTenant,
  db,
}) => {
  const { app, account, key } = await createTenant();
  await importList(db, app.slug, list(12, 100));
  await putOn(db, { app, id: account.id }, 'TEAM', 'month');
  const host = { key: await key('app') };
  const own = { ...host, headers: { 'X-Account-Id': account.id } };
  const source = buildPriceListText(list(15, 80));
  const created = await sendRequest<{ data: { id: string } }>(request, '/api/catalog/editions', {
    ...{ ...host, method: 'POST', body: { source, note: 'Spring' } },
  });
  const { id } = created.body.data;
  const path = `/api/catalog/editions/${id}/publish`;
  const at = Math.floor(Date.now() / 1000) + 30 * 86_400;
  const body = { at, existing: { TEAM: 'follow' } };
  expect(await sendRequest(request, path, { ...host, method: 'POST', body })).toMatchObject({ status: 200 });

  const notices = await sendRequest<NoticeList>(request, '/api/account/notices', own);
  expect(notices.body.payload).toMatchObject([
    {
      ...{ type: 'announced', effective_at: at, ends_at: null, optional_feature: null, history_id: null },
      ...{ price: { fee: 1500 }, previous_price: { fee: 1200 }, lowered: [{ id: 'files' }] },
    },
  ]);
  const concerned = await sendRequest<AccountList>(request, `/api/accounts?changed_by=${id}`, host);
  expect(concerned.body.data.map((each) => each.id)).toEqual([account.id]);
  const data = { edition: { id, number: 2, note: 'Spring' }, effective_at: at, version: { title: 'Team' } };
  const prices = { price: { fee: 1500 }, previous_price: { fee: 1200 }, lowered: ['files'] };
  const announced = {
    ...{ type: 'account.change_announced', account_id: account.id },
    data: { ...data, ...prices, withdrawn: false, changed_options: [] },
  };
  const type = '?types=account.change_announced';
  await expectEvents(request, host.key, type, (events) => expect(events).toMatchObject([announced]));

  expect(await sendRequest(request, path, { ...host, method: 'DELETE' })).toMatchObject({ status: 200 });
  await expectEvents(request, host.key, type, (events) =>
    expect(events).toMatchObject([announced, { data: { ...data, withdrawn: true } }]),
  );
  expect((await sendRequest<NoticeList>(request, '/api/account/notices', own)).body.payload).toEqual([]);
});

test('a host lists and dismisses notices, and finds the accounts that an edition concerns', async ({
  request,
  createTenant,
  db,
}) => {
  const { app, account, key } = await createTenant();
  await importList(db, app.slug, list(12, 100));
  await putOn(db, { app, id: account.id }, 'TEAM', 'month');
  await importList(db, app.slug, list(15, 80), null, { existing: new Map([['TEAM', 'follow']]) });
  const host = { key: await key('app') };
  const own = { ...host, headers: { 'X-Account-Id': account.id } };
  const read = async () => (await sendRequest<NoticeList>(request, '/api/account/notices', own)).body;
  const { payload, has_more } = await read();
  expect(has_more).toBe(false);
  const [notice] = payload;
  expect(payload).toMatchObject([
    {
      ...{ type: 'changed', version: { title: 'Team' }, previous_version: null, optional_feature: null },
      ...{ price: { fee: 1500 }, previous_price: { fee: 1200 }, currency: 'USD', undone: false },
      ...{ lost: [], gained: [], raised: [], changed: [], history_id: null },
      lowered: [{ id: 'files', from: { amount: 100 }, to: { amount: 80 }, improved: false }],
    },
  ]);

  // One event for the publication, which leads to the accounts.
  let editions: string[] = [];
  await expectEvents(request, host.key, '?types=catalog.published', (events) => {
    expect(events.map(({ data }) => data)).toMatchObject([
      {},
      { changed_versions: [{ title: 'Team', outcome: 'follow', accounts: 1 }] },
    ]);
    editions = events.map(({ data }) => ('edition' in data ? data.edition.id : ''));
  });
  const [first, published] = editions;
  const find = (query: string) =>
    sendRequest<AccountList>(request, `/api/accounts?changed_by=${query}`, host);
  const concerned = await find(published!);
  expect(concerned.body.data.map(({ id }) => id)).toEqual([account.id]);
  expect(concerned.body.has_more).toBe(false);
  expect((await find(first!)).body.data).toEqual([]);
  expect(await find('ced_unknown')).toMatchObject({ status: 404, body: { code: 'edition_not_found' } });
  expect(await find(`${first}&search=a`)).toMatchObject({
    status: 400,
    body: { code: 'parameter_invalid', errors: [{ field: 'changed_by' }] },
  });

  const path = `/account/notices/${notice?.id}`;
  const dismiss = (as: object, headers = {}) =>
    sendRequest<{ data: NoticeDismissalBody }>(request, path, {
      ...own,
      ...as,
      method: 'DELETE',
      headers: { ...own.headers, ...headers },
    });
  expect(await dismiss({ key: await key('member') })).toMatchObject({
    status: 403,
    body: { message: 'Only account owners can dismiss notices.' },
  });
  const ada = { 'X-Actor': '{"user_id": "user-31", "name": "Ada"}' };
  const dismissed = await dismiss({}, ada);
  expect(dismissed.body.data).toMatchObject({
    ...{ id: notice?.id, dismissed_by: { kind: 'key', name: 'Ada', user_id: 'user-31', channel: 'api' } },
  });
  expect((await dismiss({})).body.data).toEqual(dismissed.body.data);
  expect((await read()).payload).toEqual([]);
});
