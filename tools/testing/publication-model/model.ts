import { mergeThreeWay } from './merge-three-way';

// A reference implementation of publications: price lists, accounts that keep or follow, and what waits. It has no
// database and no code of the service. lib/price-list/publish/publication-model.db.test.ts compares it with the service.

export type Period = 'month' | 'year';
export type Decision = 'keep' | 'keep_price' | 'follow' | 'follow_renewal';
const dayMs = 86_400_000;
export const planKeys = ['TEAM', 'PRO', 'MAX'] as const;
export type PlanKey = (typeof planKeys)[number];

/** A price list. A plan that it lacks is retired. Prices are per month, in major units. */
export type ModelText = {
  plans: Partial<Record<PlanKey, { price: number; features: Record<string, true> }>>;
  /** Fee for twelve months. It is undefined for monthly billing only. */
  billing: { annual?: number | undefined };
  pack: number;
};

interface Price {
  month: number;
  /** The value is null if it is not sold for a year. */
  year: number | null;
}

type Content = Price & { features: string[] };

/** A generation of a plan. */
interface Version {
  key: string;
  plan: PlanKey;
  content: Content;
  isListed: boolean;
  isReplaced: boolean;
  /** Whether it gets the features of the plan at its own price. */
  keepsPrice: boolean;
  /** Where its accounts go when their paid period ends, and when this was published. */
  renewal: { to: Version; since: number } | null;
}

/** A generation of the add-on. */
interface Pack {
  key: string;
  prices: Map<Version, Price>;
}

interface Change {
  version: Version;
  period: Period;
  at: number;
  isMove: boolean;
  /** Whether it moves with the end of the period. */
  isAtEnd: boolean;
  confirmed: { from: Content; to: Content; pack: { key: string; price: Price } | null };
}

export interface ModelAccount {
  version: Version;
  period: Period;
  /** The generation of the add-on that is on. */
  pack: Pack | null;
  change: Change | null;
  /** How many entries of its history follow from publications. */
  followed: number;
  /** The end of the paid period that the host has reported. */
  endsAt: number | null;
  /** When it follows at its renewal. Due work stores the time after the publication. */
  renews: { at: number; isStored: boolean } | null;
}

/**
 * Accounts of a version, of a billing period or with an earlier generation of the add-on, and the version that they are
 * on afterwards.
 */
interface Follow {
  from: Version;
  period: Period | null;
  pack: Pack | null;
  to: Version;
  isRequested: boolean;
  /** Whether due work only stores the times of the accounts. */
  isAtRenewal?: boolean;
}

export interface ScheduledEdition {
  id: string;
  at: number;
  text: ModelText;
  base: ModelText;
  existing: Record<string, Decision>;
  effects: Map<string, string>;
  isConfirmed: boolean;
  /** Whether it ends another one. */
  isEnd: boolean;
}

interface VersionDecision {
  version: Version;
  decision: Decision;
  requested: Decision | undefined;
  /** Those that follow. It is null for all, undefined for none. */
  following: Period | null | undefined;
  /** Whether the version gets the features of the list. */
  takesFeatures: boolean;
  isAnnualWithdrawn: boolean;
}

export class PublicationModel {
  now: number;
  live: ModelText;
  readonly published: ModelText[];
  readonly accounts: ModelAccount[] = [];
  readonly versions: Version[];
  scheduled: ScheduledEdition[] = [];
  #packs: Pack[];
  #follows: Follow[] = [];

  constructor(text: ModelText, now: number) {
    this.now = now;
    this.live = text;
    this.published = [text];
    this.versions = planKeys.flatMap((plan) => {
      const content = getContent(text, plan);
      return content ? [createVersion(plan, content)] : [];
    });
    const price = getPackPrice(text);
    this.#packs = [{ key: 'pack', prices: new Map(this.versions.map((version) => [version, price])) }];
  }

  get #pack(): Pack {
    return this.#packs.at(-1)!;
  }

  /** The present version of a plan, also a retired one. */
  find(plan: PlanKey): Version | undefined {
    return this.versions.find((version) => version.plan === plan && !version.isReplaced);
  }

  /** The keys for which a publication can have a decision. */
  listKeys(text: ModelText): string[] {
    const versions = this.versions.filter(({ plan, isReplaced }) => isReplaced || text.plans[plan]);
    return [...versions, ...this.#packs].map(({ key }) => key);
  }

  // What accounts do. Those that can be rejected return whether they are allowed.

  signUp(plan: PlanKey, period: Period): void {
    const version = this.find(plan)!;
    const none = { pack: null, change: null, endsAt: null, renews: null };
    this.accounts.push({ version, period, followed: 0, ...none });
  }

  switchTo(account: ModelAccount, plan: PlanKey, period: Period | null): boolean {
    const version = this.find(plan);
    if (!version || (!version.isListed && version !== account.version)) return false;
    const next = this.#choosePeriod(account, version, period);
    if (!isSold(version.content, next) && !(version === account.version && next === account.period)) {
      return false;
    }
    if (version === account.version && next === account.period) return true;
    this.#put(account, version, next);
    account.change = null;
    return true;
  }

  toggle(account: ModelAccount, isOn: boolean): void {
    account.pack = isOn ? (account.pack ?? this.#pack) : null;
  }

  /** A switch for a time, or for the end of the paid period. */
  schedule(account: ModelAccount, plan: PlanKey, time: number | 'period_end', isMove = false): boolean {
    const version = this.find(plan);
    if (!version?.isListed || version === account.version) return false;
    if (isMove && account.change) return false;
    const isAtEnd = time === 'period_end';
    const at = isAtEnd ? account.endsAt : time;
    if (at === null || at <= this.now) return false;
    const { content: from } = account.version;
    const price = this.#pack.prices.get(version)!;
    account.change = {
      version,
      period: this.#choosePeriod(account, version, null),
      ...{ at, isMove, isAtEnd },
      confirmed: { from, to: version.content, pack: account.pack && { key: account.pack.key, price } },
    };
    return true;
  }

  /** The host reports the end of the paid period. `now` is its own time. */
  reportEnd(account: ModelAccount, endsAt: number | null, now: number): void {
    const { endsAt: known, change, renews, version } = account;
    const isNext = known !== null && endsAt !== null && endsAt >= known + 14 * dayMs && now >= known - dayMs;
    account.endsAt = endsAt;
    if (change?.isAtEnd && endsAt !== null && change.at > now && !(isNext && change.at === known)) {
      change.at = endsAt;
    }
    if (!renews || !version.renewal) return;
    const getTime = () => {
      const { at } = renews;
      if (endsAt === null || at <= now) return at;
      if (at !== known) return endsAt > now ? Math.min(at, endsAt) : at;
      // What was promised for the end of the period that was paid for stays, or moves by a year at most.
      return isNext ? at : Math.min(endsAt, Math.max(at, version.renewal!.since + 365 * dayMs));
    };
    account.renews = { at: getTime(), isStored: true };
  }

  // What the product team does.

  /** `at` is the time of the publication. */
  publish(
    text: ModelText,
    existing: Record<string, Decision>,
    { at: since, isEnd = false }: { at: number; isEnd?: boolean },
  ): void {
    const decisions = this.#decide(text, existing);
    const follows: Follow[] = [];
    for (const each of decisions) {
      const { version, decision, following, isAnnualWithdrawn } = each;
      if (version.isReplaced) continue;
      const content = getContent(text, version.plan)!;
      const present = decision === 'follow' ? version : this.#replace(version, content);
      present.content = content;
      if (present !== version) keepPrice(each, content);
      if (present !== version && following !== undefined) {
        follows.push({ from: version, to: present, period: following, pack: null, isRequested: false });
      }
      if (decision === 'follow' && isAnnualWithdrawn) {
        follows.push({ from: version, to: version, period: 'year', pack: null, isRequested: true });
      }
    }
    for (const each of decisions) {
      const { version, following, requested } = each;
      const present = this.find(version.plan)!;
      if (!version.isReplaced || present === version) continue;
      keepPrice(each, getContent(text, version.plan)!);
      if (following === undefined || follows.some(({ from }) => from === version)) continue;
      const isRequested = requested === 'follow';
      follows.push({ from: version, to: present, period: following, pack: null, isRequested });
    }
    for (const plan of planKeys) {
      const content = getContent(text, plan);
      const version = this.find(plan);
      if (version) version.isListed = content !== null;
      else if (content) this.versions.push(createVersion(plan, content));
    }
    for (const each of decisions) follows.push(...this.#decideRenewal(each, decisions, since));
    const packFollows = this.#publishPack(getPackPrice(text), existing);
    const isSame = (a: Follow, b: Follow) => a.from === b.from && a.period === b.period && a.pack === b.pack;
    const all = [...packFollows, ...follows];
    const waiting = this.#follows.filter((each) => !all.some((other) => isSame(each, other)));
    this.#follows = [...waiting, ...all];
    this.live = text;
    this.published.push(text);
    this.scheduled = this.scheduled.flatMap((edition) => this.#replan(edition, isEnd));
  }

  /** Schedules an edition. */
  scheduleEdition(
    id: string,
    { text, at, existing }: Pick<ScheduledEdition, 'text' | 'at' | 'existing'>,
    isEnd = false,
  ): void {
    const effects = this.#listEffects(text);
    this.scheduled.push({ id, text, at, existing, base: this.live, effects, isConfirmed: true, isEnd });
  }

  /** Publishes a text until a time, when the one that is live now is published again. */
  publishUntil(
    text: ModelText,
    existing: Record<string, Decision>,
    end: { id: string; publishedAt: number; at: number; decision: Decision },
  ): void {
    const { live } = this;
    const changed = [...this.#listEffects(text).keys()].filter(
      (key) => key === 'pack' || live.plans[key as PlanKey],
    );
    this.publish(text, existing, { at: end.publishedAt });
    const endsExisting = Object.fromEntries(
      changed.map((key) => [key, key === 'pack' ? toPackDecision(end.decision) : end.decision]),
    );
    this.scheduleEdition(end.id, { text: live, at: end.at, existing: endsExisting }, true);
  }

  /** The next edition that is due, which is no longer scheduled. */
  takeDueEdition(): ScheduledEdition | undefined {
    const due = this.scheduled.filter(({ at }) => at <= this.now).toSorted((a, b) => a.at - b.at)[0];
    this.scheduled = this.scheduled.filter((edition) => edition !== due);
    return due;
  }

  /** Does what is due: changes that wait, then what follows from publications at once, and at renewals. */
  work(): void {
    for (const account of this.accounts) {
      const { change } = account;
      if (!change || change.at > this.now) continue;
      account.change = null;
      this.#apply(account, change);
    }
    for (const follow of this.#follows) {
      if (follow.isAtRenewal) continue;
      for (const account of this.accounts) this.#follow(account, follow);
    }
    this.#follows = [];
    for (const account of this.accounts) {
      for (; account.renews && account.renews.at <= this.now; ) {
        const { version: from } = account;
        const { to } = from.renewal!;
        this.#follow(account, { from, to, period: null, pack: null, isRequested: true });
      }
      if (account.renews) account.renews.isStored = true;
    }
  }

  // What an account has.

  describe({ version, period, pack, change, renews }: ModelAccount): object {
    const price = pack?.prices.get(version);
    return {
      version: version.key,
      period,
      total: getCost(version.content, period) + (price ? getCost(price, period) : 0),
      features: [...version.content.features, ...(pack ? ['extra'] : [])].toSorted(),
      pack: pack?.key ?? null,
      renews: renews && { version: version.renewal!.to.key, at: renews.at },
      scheduled: change && { version: change.version.key, period: change.period, at: change.at },
    };
  }

  /** The requested period, or that of the account if the version is sold for it. */
  #choosePeriod({ version: own, period }: ModelAccount, version: Version, requested: Period | null): Period {
    if (requested) return requested;
    return version === own || isSold(version.content, period) ? period : 'month';
  }

  /** Another version has the present add-on. */
  #put(account: ModelAccount, version: Version, period: Period): void {
    if (account.pack && version !== account.version) account.pack = this.#pack;
    const { version: own, period: billed, renews, endsAt } = account;
    Object.assign(account, { version, period });
    if (version !== own) account.renews = this.#getRenewal(account, true);
    else if (renews && period !== billed) {
      const { at, isStored } = renews;
      const { at: next } = this.#getRenewal(account, true)!;
      const isKnown = endsAt !== null && endsAt > version.renewal!.since;
      const unknown = isStored ? Math.min(at, next) : next;
      account.renews = { at: isKnown ? at : unknown, isStored: true };
    }
  }

  /** When an account that nothing was promised yet follows at its renewal. */
  #getRenewal({ version, period, endsAt }: ModelAccount, isStored: boolean): ModelAccount['renews'] {
    if (!version.renewal) return null;
    const { since } = version.renewal;
    if (endsAt !== null && endsAt > since) return { at: endsAt, isStored };
    return { at: period === 'year' ? since + 365 * dayMs : since, isStored };
  }

  /** Lets the accounts of a version follow at their renewal, or not any more. The plan has its new content already. */
  #decideRenewal({ version, requested }: VersionDecision, all: VersionDecision[], since: number): Follow[] {
    if (requested === 'keep' || requested === 'keep_price') {
      version.renewal = null;
      for (const account of this.#listAccounts(version)) account.renews = null;
      return [];
    }
    const to = this.find(version.plan)!;
    const isAgain = all.some(
      (each) => each.requested === 'follow_renewal' && each.version === version.renewal?.to,
    );
    if (requested !== 'follow_renewal' && !isAgain) return [];
    version.renewal = { to, since: requested === 'follow_renewal' ? since : version.renewal!.since };
    for (const account of this.#listAccounts(version)) {
      const { renews } = account;
      // An account keeps the time that it was promised.
      if (renews && (!renews.isStored || renews.at < version.renewal.since)) account.renews = null;
      account.renews ??= this.#getRenewal(account, false);
    }
    return [{ from: version, to, period: null, pack: null, isRequested: true, isAtRenewal: true }];
  }

  #listAccounts = (version: Version) => this.accounts.filter((account) => account.version === version);

  /** Makes a change that is due. It waits for the owner if it is blocked or worse than what was confirmed. */
  #apply(account: ModelAccount, { version: target, period, confirmed }: Change): void {
    const isReplaced = target.isReplaced && target !== account.version;
    const version = isReplaced ? this.find(target.plan)! : target;
    const isOwn = version === account.version;
    if ((isOwn && period === account.period) || !isSold(version.content, period)) return;
    if (!isOwn && !version.isListed) return;
    const isDearer = getCost(version.content, period) > getCost(confirmed.to, period);
    const lostBefore = subtract(confirmed.from.features, confirmed.to.features);
    const lost = [
      ...subtract(confirmed.to.features, version.content.features),
      ...subtract(subtract(account.version.content.features, version.content.features), lostBefore),
    ];
    if (isDearer || lost.length > 0 || this.#isPackDearer(account, { version, period, confirmed })) return;
    this.#put(account, version, period);
  }

  #isPackDearer(
    { pack, version: own }: ModelAccount,
    { version, period, confirmed }: Pick<Change, 'version' | 'period' | 'confirmed'>,
  ): boolean {
    if (!pack) return false;
    const before = pack.key === confirmed.pack?.key ? confirmed.pack.price : pack.prices.get(own)!;
    const after = (version === own ? pack : this.#pack).prices.get(version)!;
    return getCost(after, period) > getCost(before, period);
  }

  #follow(account: ModelAccount, { from, to, period, pack, isRequested }: Follow): void {
    if (account.version !== from || (period && account.period !== period)) return;
    if (pack) {
      if (account.pack === pack) account.pack = this.#pack;
      return;
    }
    const next = isSold(to.content, account.period) ? account.period : 'month';
    const own = account.pack;
    const isWorse =
      to !== from &&
      own !== null &&
      (own !== this.#pack ||
        getCost(this.#pack.prices.get(to)!, next) > getCost(own.prices.get(from)!, next));
    if (!isRequested && isWorse) return;
    if (to !== from || next !== account.period) account.followed += 1;
    this.#put(account, to, next);
    // The account has what was scheduled.
    if (account.change?.version === to && account.change.period === next) account.change = null;
  }

  /** What becomes of accounts of plans that change, and of those of earlier generations. */
  #decide(text: ModelText, existing: Record<string, Decision>): VersionDecision[] {
    const present = this.versions.flatMap((version): VersionDecision[] => {
      const next = version.isReplaced ? null : getContent(text, version.plan);
      if (!next || isSameContent(version.content, next)) return [];
      return [this.#choose(version, next, { requested: existing[version.key], isFollowing: true })];
    });
    const earlier = this.versions.flatMap((version): VersionDecision[] => {
      const next = version.isReplaced ? getContent(text, version.plan) : null;
      if (!next || this.#countAccounts(version).length === 0) return [];
      const replacement = this.find(version.plan)!;
      const decision = present.find((each) => each.version === replacement);
      const isKeptByRequest = decision?.requested === 'keep';
      const isFollowing =
        decision !== undefined && (!isKeptByRequest || isSameContent(version.content, next));
      return [this.#choose(version, next, { requested: existing[version.key], isFollowing })];
    });
    return [...present, ...earlier];
  }

  #choose(
    version: Version,
    next: Content,
    { requested, isFollowing }: { requested: Decision | undefined; isFollowing: boolean },
  ): VersionDecision {
    const { content } = version;
    const periods = this.#countAccounts(version);
    const own = periods.length > 0 ? requested : undefined;
    const losesFeatures = subtract(content.features, next.features).length > 0;
    const dearer = findDearer(content, next).filter((period) => isAny(periods, period));
    const concerned = losesFeatures && periods.length > 0 ? [null, ...dearer] : dearer;
    const isAnnualWithdrawn = content.year !== null && next.year === null && periods.includes('year');
    const shared = { version, requested: own, isAnnualWithdrawn };
    const isSameFeatures = content.features.join() === next.features.join();
    const repeats = version.keepsPrice && !losesFeatures && (isFollowing || isSameFeatures);
    if (own === 'keep_price' || (own === undefined && repeats)) {
      const moves = isFollowing || own !== undefined;
      if (dearer.length === 0 && moves)
        return { ...shared, decision: 'follow', following: null, takesFeatures: true };
      const following = moves ? findUnconcerned(periods, dearer) : undefined;
      return { ...shared, decision: 'keep_price', following, takesFeatures: true };
    }
    const kept = { ...shared, takesFeatures: false };
    if (own) return { ...kept, decision: own, following: own === 'follow' ? null : undefined };
    if (!isFollowing) return { ...kept, decision: 'keep', following: undefined };
    if (concerned.length === 0) {
      return { ...kept, decision: 'follow', following: periods.length > 0 ? null : undefined };
    }
    return { ...kept, decision: 'keep', following: findUnconcerned(periods, concerned) };
  }

  /** The periods of the accounts that are on a version, or due to move to it, at once or at their renewal. */
  #countAccounts(version: Version): Period[] {
    return this.accounts.flatMap((account) => {
      const due = this.#follows.filter(
        ({ from, period, pack, isAtRenewal }) =>
          from === account.version &&
          pack === null &&
          !isAtRenewal &&
          (period === null || period === account.period),
      );
      const present = [account.version, account.version.renewal?.to];
      const targets = due.length > 0 ? due.map(({ to }) => to) : present;
      return targets.includes(version) ? [account.period] : [];
    });
  }

  /** Adds a new generation of a plan. The accounts keep the earlier one. */
  #replace(version: Version, content: Content): Version {
    const next = { ...version, content, keepsPrice: false, renewal: null };
    version.key = this.#makeKey(version.plan);
    Object.assign(version, { isReplaced: true, isListed: false });
    this.versions.push(next);
    return next;
  }

  #makeKey(key: string): string {
    const taken = [...this.versions, ...this.#packs].map((each) => each.key);
    for (let number = 1; ; number += 1) if (!taken.includes(`${key}~${number}`)) return `${key}~${number}`;
  }

  #publishPack(price: Price, existing: Record<string, Decision>): Follow[] {
    const follows: Follow[] = [];
    const pack = this.#pack;
    const earlier = this.#packs.slice(0, -1);
    const listed = this.versions.filter(({ isListed }) => isListed);
    const prices = new Map([...pack.prices, ...listed.map((version) => [version, price] as const)]);
    const isChanged = [...prices].some(([version, after]) => {
      const before = pack.prices.get(version);
      return !before || before.month !== after.month || before.year !== after.year;
    });
    const isDearer = (before: Price, version: Version) =>
      (['month', 'year'] as const).some(
        (period) => getCost(prices.get(version)!, period) > getCost(before, period),
      );
    const isOn = this.accounts.some((account) => account.pack === pack);
    const requested = isChanged && isOn ? existing.pack : undefined;
    const getsWorse = [...pack.prices].some(([version, before]) => isDearer(before, version));
    const isKept = isChanged && isOn && (requested ?? (getsWorse ? 'keep' : 'follow')) === 'keep';
    for (const each of earlier) {
      const own = existing[each.key];
      for (const [version, before] of each.prices) {
        if (!this.accounts.some((account) => account.pack === each && account.version === version)) continue;
        const isSame = (['month', 'year'] as const).every(
          (period) => getCost(prices.get(version)!, period) === getCost(before, period),
        );
        const isFollowing = isChanged && !isDearer(before, version) && (requested !== 'keep' || isSame);
        const isDue = own ? own === 'follow' : isFollowing;
        if (isDue) follows.push({ from: version, to: version, period: null, pack: each, isRequested: true });
      }
      // What was due is decided again.
      if (isChanged || own) {
        this.#follows = this.#follows.filter((follow) => follow.pack !== each);
      }
    }
    if (isKept) {
      pack.key = this.#makeKey('pack');
      this.#packs.push({ key: 'pack', prices });
    } else pack.prices = prices;
    return follows;
  }

  /**
   * Plans a scheduled edition on the text that is live now. Returns none if they contradict each other. After an end, the edition
   * does not depend on what the promotion has changed.
   */
  #replan(edition: ScheduledEdition, isEnd: boolean): ScheduledEdition | [] {
    const texts = { base: edition.base, live: this.live, scheduled: edition.text } as Record<string, unknown>;
    const merged = mergeThreeWay(texts as Parameters<typeof mergeThreeWay>[0], isEnd) as ModelText | null;
    if (!merged) return [];
    const effects = this.#listEffects(merged);
    const omitBefore = (effect: string | undefined) =>
      effect && JSON.stringify(omitEarlier(JSON.parse(effect)));
    const isConfirmed = [...effects].every(([key, effect]) => {
      const confirmed = edition.effects.get(key);
      return confirmed === effect || (isEnd && omitBefore(confirmed) === omitBefore(effect));
    });
    // Decisions about what the text does not have stay, and have no effect.
    const next = { ...edition, text: merged, base: this.live, isConfirmed };
    return isConfirmed ? { ...next, effects } : next;
  }

  /** What a text does to prices and features, by plan or add-on. */
  #listEffects(text: ModelText): Map<string, string> {
    const effects = new Map<string, unknown>();
    const pack = getPackPrice(text);
    const packPrices: unknown[] = [];
    for (const plan of planKeys) {
      const version = this.find(plan);
      const before = version?.content;
      const after = getContent(text, plan);
      const isListed = version?.isListed === true;
      if (isListed !== (after !== null)) effects.set(plan, { before, after });
      else if (before && after && !isSameContent(before, after)) {
        const features = [
          subtract(after.features, before.features),
          subtract(before.features, after.features),
        ];
        const price = isSamePrice(before, after) ? null : [toPrice(before), toPrice(after)];
        effects.set(plan, { price, features });
      }
      const packBefore = version && this.#pack.prices.get(version);
      if (after && !(packBefore && isSamePrice(packBefore, pack)))
        packPrices.push({ plan, packBefore, pack });
    }
    if (packPrices.length > 0) effects.set('pack', packPrices);
    return new Map([...effects].map(([key, effect]) => [key, JSON.stringify(effect)]));
  }
}

/** What an effect leads to: of pairs of a value before and after, the latter. */
function omitEarlier(effect: { before?: unknown; price?: unknown[] | null } | { packBefore?: unknown }[]) {
  if (Array.isArray(effect)) return effect.map(({ packBefore: _, ...after }) => after);
  const { before: _, price, ...after } = effect;
  return { ...after, ...(price && { price: price[1] }) };
}

function getContent({ plans, billing }: ModelText, plan: PlanKey): Content | null {
  const listed = plans[plan];
  if (!listed) return null;
  return { ...computePrice(listed.price, billing), features: Object.keys(listed.features).toSorted() };
}

const getPackPrice = ({ pack, billing }: ModelText) => computePrice(pack, billing);

function computePrice(price: number, { annual }: ModelText['billing']): Price {
  return { month: price * 100, year: annual === undefined ? null : Math.round(price * 12 * annual * 100) };
}

const isSold = ({ year }: Price, period: Period) => period === 'month' || year !== null;

/** What is not sold for a year costs twelve times its monthly price. */
const getCost = ({ month, year }: Price, period: Period) =>
  period === 'month' ? month : (year ?? month * 12);

const subtract = (names: string[], others: string[]) => names.filter((name) => !others.includes(name));
const toPrice = ({ month, year }: Price) => ({ month, year });
const isSamePrice = (a: Price, b: Price) => a.month === b.month && a.year === b.year;
const isSameContent = (a: Content, b: Content) =>
  isSamePrice(a, b) && a.features.join() === b.features.join();

/** The billing periods of accounts that would pay more. It is null for all accounts. */
function findDearer(before: Price, after: Price): (Period | null)[] {
  const concerned: (Period | null)[] = [];
  if (after.month > before.month) concerned.push(before.year === null ? null : 'month');
  if (before.year !== null && (after.year === null || after.year > before.year)) concerned.push('year');
  return concerned;
}

/** The period of the accounts that nothing concerns. */
const findUnconcerned = (periods: Period[], concerned: (Period | null)[]) =>
  (['month', 'year'] as const).find(
    (period) => periods.includes(period) && !concerned.includes(null) && !concerned.includes(period),
  );

const createVersion = (plan: PlanKey, content: Content): Version => ({
  ...{ key: plan, plan, content },
  ...{ isListed: true, isReplaced: false, keepsPrice: false, renewal: null },
});

/** Gives an earlier generation the features of the list at its own price, if that was decided. */
function keepPrice({ version, requested, takesFeatures }: VersionDecision, { features }: Content): void {
  if (requested !== undefined) version.keepsPrice = requested === 'keep_price';
  if (takesFeatures) version.content = { ...version.content, features };
}

/** An add-on has no price of its own to keep, and no renewal. */
export const toPackDecision = (decision: Decision) => (decision === 'follow' ? 'follow' : 'keep');

const isAny = (periods: Period[], period: Period | null) =>
  period === null ? periods.length > 0 : periods.includes(period);
