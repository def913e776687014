import { describe, expect, test } from 'vitest';
import type { PostedNoteKind } from '@/lib/contract/edition-notes';
import { makeId } from '@/lib/contract/ids';
import { insertSession } from '@/lib/db/access';
import { findAppBySlug } from '@/lib/db/catalog';
import { withTenant } from '@/lib/db/connection/tenant';
import { noCallerState } from '@/lib/domain/caller';
import {
  createEdition,
  discardEdition,
  getEdition,
  listEditions,
  publishEdition,
  updateEdition,
} from '@/lib/domain/editions/catalog-editions';
import { addEditionNote, listEditionNotes, listReviewers } from '@/lib/domain/editions/edition-notes';
import { buildPriceListText } from '@/prisma/factories/build-price-list';
import { publishDueEdition } from '@/tools/testing/apply-due-changes';
import { codeOf } from '@/tools/testing/code-of';
import { openTestService } from '@/tools/testing/test-service';
import { parseImportFiles } from '../parse/load-import-files';
import { publishPriceList } from './publish-price-list';

const { owner, service } = await openTestService();

const list = (price: number) => buildPriceListText({ features: ['search'], plans: { TEAM: { price } } });

let created = 0;

/** An app with a draft of Ada, and what people of its product team do with it. */
async function createDraft() {
  const slug = `app-${++created}`;
  await publishPriceList(
    owner,
    { slug, ...parseImportFiles({ name: 'list.yml', text: list(10) }, null) },
    makeId,
  );
  const app = (await findAppBySlug(owner, slug))!;
  const people = { Ada: 'user-1', Bo: 'user-2', Cy: 'user-3' };
  const as = (name: keyof typeof people) => ({
    ...{ via: 'session' as const, app, account: null, state: noCallerState, role: 'product' as const },
    ...{ actor: { kind: 'session' as const, id: `pse_${name}`, name, userId: people[name] }, appKey: false },
  });
  const text = { source: list(12), extension: null };
  const { id } = await createEdition(service, as('Ada'), { baseId: null, text, note: 'Dearer' });
  const add = (
    name: keyof typeof people,
    kind: PostedNoteKind,
    { text = 'Text', of: editionId = id, ifMatch = null as string | null } = {},
  ) => {
    const reviewer = kind === 'review_requested' ? { name: 'Cy', userId: people.Cy } : null;
    return addEditionNote(service, as(name), editionId, { kind, text, reviewer, ifMatch });
  };
  const publish = (name: keyof typeof people, at: Date | null = null) =>
    publishEdition(service, as(name), id, { at, end: null, existing: {}, note: null, ifMatch: null });
  const save = (name: keyof typeof people, price: number, note: string | null = null) =>
    updateEdition(service, as(name), id, { source: list(price), extension: null, note, ifMatch: null });
  const readReview = async () => (await getEdition(service, as('Ada'), id)).review;
  const readNotes = async (page = { before: null as number | null, limit: 100 }) =>
    listEditionNotes(service, as('Ada'), id, page);
  return { app, as, id, add, publish, save, readReview, readNotes };
}

const later = () => new Date(Date.now() + 60_000);

describe('the notes of an edition', () => {
  test('are comments, reviews and the notes of saved texts, each with its revision, in pages', async () => {
    const { add, save, readNotes } = await createDraft();
    await add('Bo', 'comment', { text: 'Why?' });
    await save('Ada', 13);
    await save('Ada', 13, 'Less dear');
    await add('Ada', 'review_requested', { text: '' });
    const { notes, next } = await readNotes();
    expect(
      notes.map(({ number, kind, text, revision, createdBy }) => [
        number,
        kind,
        text,
        revision,
        createdBy.name,
      ]),
    ).toEqual([
      [4, 'review_requested', '', 3, 'Ada'],
      [3, 'saved', 'Less dear', 3, 'Ada'],
      [2, 'comment', 'Why?', 1, 'Bo'],
      [1, 'saved', 'Dearer', 1, 'Ada'],
    ]);
    expect(notes[0]?.reviewer).toMatchObject({ name: 'Cy', userId: 'user-3' });
    expect(next).toBeNull();
    const second = await readNotes({ before: 4, limit: 2 });
    expect([second.notes.map(({ number }) => number), second.next]).toEqual([[3, 2], 2]);
  });

  test('of an edition that is not a draft are comments only', async () => {
    const { as, id, add, publish } = await createDraft();
    await publish('Ada');
    expect(await codeOf(add('Bo', 'changes_requested'))).toBe('edition_not_draft');
    expect(await add('Bo', 'comment')).toMatchObject({ number: 2 });
    expect(await codeOf(discardEdition(service, as('Ada'), id, { ifMatch: null }))).toBe('edition_not_draft');
  });

  test('are of one app', async () => {
    const { add } = await createDraft();
    const other = await createDraft();
    expect(await codeOf(add('Bo', 'comment', { of: other.id }))).toBe('edition_not_found');
    expect((await other.readNotes()).notes).toHaveLength(1);
  });

  test('decide on the text that was reviewed', async () => {
    const { add, save } = await createDraft();
    await save('Ada', 13);
    expect(await codeOf(add('Bo', 'approved', { ifMatch: '1' }))).toBe('edition_stale');
    expect(await add('Bo', 'approved', { ifMatch: '2' })).toMatchObject({ revision: 2 });
  });
});

describe('requested changes', () => {
  test('keep an edition from being published or scheduled until the same person approves', async () => {
    const { as, id, add, publish, save, readReview } = await createDraft();
    await add('Bo', 'changes_requested');
    expect(await readReview()).toMatchObject({ changesRequestedBy: { name: 'Bo' } });
    for (const at of [null, later()]) expect(await codeOf(publish('Cy', at))).toBe('changes_requested');
    const { editions } = await listEditions(service, as('Ada'), { limit: 1, cursor: null });
    expect(editions).toMatchObject([{ id, review: { changesRequestedBy: { name: 'Bo' }, reviewer: null } }]);
    // Neither another text nor another person ends the request.
    await save('Ada', 13);
    await add('Cy', 'approved');
    expect(await codeOf(publish('Bo'))).toBe('changes_requested');
    await add('Bo', 'approved');
    expect(await readReview()).toEqual({ reviewer: null, changesRequestedBy: null });
    expect(await publish('Ada')).toMatchObject({ state: 'published' });
  });

  test('are also approved by a person whom a review was requested from', async () => {
    const { add, publish, readReview } = await createDraft();
    await add('Bo', 'changes_requested');
    await add('Cy', 'approved');
    await add('Ada', 'review_requested');
    expect(await readReview()).toMatchObject({
      reviewer: { name: 'Cy' },
      changesRequestedBy: { name: 'Bo' },
    });
    await add('Cy', 'approved');
    expect(await publish('Ada')).toMatchObject({ state: 'published' });
  });

  test('of two people are open until both are approved', async () => {
    const { add, readReview } = await createDraft();
    await add('Bo', 'changes_requested');
    await add('Cy', 'changes_requested');
    await add('Cy', 'approved');
    expect(await readReview()).toMatchObject({ changesRequestedBy: { name: 'Bo' } });
    await add('Bo', 'approved');
    expect(await readReview()).toMatchObject({ changesRequestedBy: null });
  });

  test('do not count while the person who requested them is the last editor, who does not review', async () => {
    const { as, id, add, save, readReview } = await createDraft();
    for (const kind of ['changes_requested', 'approved'] as const) {
      expect(await codeOf(add('Ada', kind))).toBe('other_person_required');
    }
    expect(await getEdition(service, as('Ada'), id)).toMatchObject({ editedByCaller: true });
    await add('Bo', 'changes_requested');
    await save('Bo', 13);
    expect(await getEdition(service, as('Ada'), id)).toMatchObject({
      ...{ editedByCaller: false, review: { changesRequestedBy: null } },
    });
    await save('Ada', 14);
    expect(await readReview()).toMatchObject({ changesRequestedBy: { name: 'Bo' } });
  });

  test('make a scheduled edition a draft when it is due', async () => {
    const { app, as, id, add, publish } = await createDraft();
    await publish('Ada', later());
    await add('Bo', 'changes_requested');
    expect((await getEdition(service, as('Ada'), id)).edition).toMatchObject({ state: 'scheduled' });
    await withTenant(owner, { appId: app.id }, (queries) =>
      queries.catalogEdition.update({
        where: { appId_id: { appId: app.id, id } },
        data: { publishAt: new Date() },
      }),
    );
    expect(await publishDueEdition(service)).toBe(true);
    expect((await getEdition(service, as('Ada'), id)).edition).toMatchObject({
      ...{ state: 'draft', scheduleFailure: { reason: 'changes_requested' } },
    });
  });

  test('are a rule of the database, and end with the draft', async () => {
    const { app, as, id, add, readReview } = await createDraft();
    await add('Bo', 'changes_requested');
    const publish = withTenant(
      service.db,
      { appId: app.id },
      (queries) =>
        queries.$executeRaw`SELECT publish_edition(${id}, now(), ${JSON.stringify(as('Cy').actor)}::jsonb, '{}', '{}')::text`,
    );
    await expect(publish).rejects.toThrow(/changes of edition .* are requested/);
    await discardEdition(service, as('Ada'), id, { ifMatch: null });
    expect(await readReview()).toMatchObject({ changesRequestedBy: null });
  });
});

test('reviewers are other people with a session of the product role, and who have worked on editions', async () => {
  const { app, as, save } = await createDraft();
  await save('Bo', 13);
  await withTenant(owner, { appId: app.id }, async (queries) => {
    for (const [name, actorId, role] of [
      ['Bo Old', 'user-2', 'product'],
      ['Dee', null, 'product'],
      ['Eve', 'user-5', 'support'],
    ] as const) {
      await insertSession(queries, {
        ...{ appId: app.id, id: makeId('session'), accountId: null, role, actorId, actorName: name },
        ...{ secretHash: null, linkHash: null, linkExpiresAt: null, origin: null },
        ...{ returnUrl: null, path: null, locale: null },
        ...{ createdAt: new Date(0), expiresAt: later() },
      });
    }
  });
  expect(await listReviewers(service, as('Ada'))).toEqual([
    { name: 'Bo', userId: 'user-2' },
    { name: 'Dee', userId: null },
  ]);
});
