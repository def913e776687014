import { findCurrencyDigits } from '@/lib/contract/currency-digits';
import { ApiError } from '@/lib/contract/errors';
import { hasApp, insertFirstApp, isSetupLinkValid, type NewApp } from '@/lib/db/access';
import { findAppBySlug } from '@/lib/db/catalog';
import { withOpenTransaction } from '@/lib/db/connection/client';
import { hashSecret, isWellFormedSecret } from '@/lib/db/connection/secret';
import { withTenant } from '@/lib/db/connection/tenant';
import { recordAudit } from '../audit/audit';
import { createEdition } from '../editions/catalog-editions';
import type { Service } from '../service';
import { type CreatedSession, startSession } from './portal-sessions';

/** Whether the first app can be created: `done` if there is an app, `link_invalid` without a valid set-up link. */
export async function getSetupState(
  { db, now }: Service,
  link: string,
): Promise<'done' | 'link_invalid' | 'open'> {
  if (await hasApp(db)) return 'done';
  const isValid = isWellFormedSecret('avl', link) && (await isSetupLinkValid(db, hashSecret(link), now()));
  return isValid ? 'open' : 'link_invalid';
}

export const invalidSetupLink = () =>
  new ApiError('unauthenticated', 'The set-up link is not valid, or has expired.');

interface FirstApp extends Omit<NewApp, 'id' | 'slug' | 'currencyDigits'> {
  /** It is null for one that is made from the title. */
  slug: string | null;
  /** The price list of its first draft. */
  source: string;
  /** Who creates it. */
  name: string;
}

const maxSlugLength = 63;

/**
 * Creates the first app with a draft of its price list, and signs in who creates it as the product role. Throws 404 if there is
 * an app, and 401 if the set-up link is not valid.
 */
export async function createFirstApp(
  service: Service,
  link: string,
  { source, name, ...fields }: FirstApp,
): Promise<CreatedSession & { editionId: string }> {
  const slug = fields.slug ?? makeAppSlug(fields.title);
  const id = service.makeId('app');
  return withTenant(service.db, { appId: id }, async (queries) => {
    const currencyDigits = findCurrencyDigits(fields.currency) ?? 2;
    const newApp = { ...fields, currencyDigits, id, slug };
    const outcome = await insertFirstApp(queries, hashSecret(link), newApp);
    if (outcome === 'app_exists') throw new ApiError('not_found', 'There is an app already.');
    const app = outcome === 'created' ? await findAppBySlug(queries, slug) : null;
    if (!app) throw invalidSetupLink();
    const using = { ...service, db: withOpenTransaction(service.db, queries) };
    const session = await startSession(using, app, { id: null, accountId: null, role: 'product', name });
    const actor = { kind: 'session', id: session.id, name, userId: null } as const;
    const caller = { app, actor, via: 'session', role: 'product' } as const;
    const edition = await createEdition(using, caller, {
      baseId: null,
      text: { source, extension: null },
      note: '',
    });
    const data = { title: app.title, slug };
    await recordAudit(queries, using, caller, { type: 'app.created', targetId: edition.id, data });
    return { ...session, editionId: edition.id };
  });
}

/** The slug of an app with this title. */
export function makeAppSlug(title: string): string {
  const plain = title.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  const words = plain.match(/[a-z0-9]+/g) ?? ['app'];
  return words.join('-').slice(0, maxSlugLength).replace(/-$/, '');
}
