import { getCachedCatalog } from '@/lib/cache/cached-queries';
import { type ChangeCaller, type ChangeInput, commitAccountChange } from './commit-account-change';
import { createOptionContext, decideOption, findOfferPrice, getActivePrice } from './decide-option';
import { computeOptionRevision, findVisibleOffer } from './list-options';
import { createOptionChange, getOptionChange } from './option-changes';
import type { Service } from './service';

export interface OptionInput extends ChangeInput {
  offerId: string;
  active: boolean;
}

export interface OptionOutcome {
  offerId: string;
  title: string;
  active: boolean;
  /** The new or the existing change. Null for an offer that is off and was never on. */
  historyId: string | null;
  changedAt: Date | null;
  /** False if the offer already was in the state. */
  changed: boolean;
  /** True if this is the stored outcome of an earlier request with the same Idempotency-Key. */
  replayed: boolean;
}

/** Turns an offer of the caller's account on or off. Throws the errors of `POST /account/optional-features/:id`. */
export async function changeOption(
  service: Service,
  caller: ChangeCaller,
  input: OptionInput,
): Promise<OptionOutcome> {
  const { active, channel, reason } = input;
  /** Of the last decision. */
  let existing: Pick<OptionOutcome, 'offerId' | 'title' | 'historyId' | 'changedAt'> | undefined;
  const committed = await commitAccountChange(service, caller, input, ({ view, assertAllowed }) => {
    const { catalog, state } = view;
    const offer = findVisibleOffer(view, { role: caller.role, state }, input.offerId);
    const context = createOptionContext(view);
    const { blockers } = decideOption(caller.role, context, offer, active);
    assertAllowed(computeOptionRevision(view, context, offer), blockers);
    const newest = state.options.find(({ offerId }) => offerId === offer.id);
    existing = {
      offerId: offer.id,
      title: offer.title,
      historyId: newest?.id ?? null,
      changedAt: newest ? new Date(newest.changedAt) : null,
    };
    const { version, billingPeriod } = context;
    if ((newest?.active ?? false) === active) return { change: null, historyId: newest?.id ?? '' };
    const price = newest?.active ? getActivePrice(newest, offer, version) : findOfferPrice(offer, version);
    if (!price || !version) throw new Error(`The offer ${offer.id} has no price.`);
    const id = service.makeId('optionChange');
    const change = createOptionChange(catalog, offer, {
      id,
      sequence: state.optionSequence + 1,
      active,
      cause: 'toggle',
      activationSequence: null,
      versionId: version.id,
      price,
      accountBillingPeriod: billingPeriod,
      actor: caller.actor,
      channel,
      reason,
    });
    return { change: { activation: null, optionChanges: [change] }, historyId: id };
  });
  if (committed.type === 'replay') return replayOutcome(service, caller, input, committed);
  if (!existing) throw new Error('A committed change was not decided.');
  const { change, historyId, changedAt } = committed;
  return change
    ? {
        ...existing,
        active,
        historyId,
        changedAt: new Date(changedAt ?? Number.NaN),
        changed: true,
        replayed: false,
      }
    : { ...existing, active, changed: false, replayed: false };
}

async function replayOutcome(
  service: Service,
  caller: ChangeCaller,
  { offerId, active }: OptionInput,
  { historyId, changed }: { historyId: string; changed: boolean },
): Promise<OptionOutcome> {
  const outcome = { active, changed, replayed: true };
  if (historyId === '') {
    const catalog = await getCachedCatalog(service, caller.app);
    const offer = catalog.offers.find(({ id }) => id === offerId.toLowerCase());
    return { ...outcome, offerId, title: offer?.title ?? '', historyId: null, changedAt: null };
  }
  const row = await getOptionChange(service, caller, historyId);
  return {
    ...outcome,
    offerId: row.offerId,
    title: row.title,
    historyId,
    changedAt: new Date(row.changedAt),
  };
}
