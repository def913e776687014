'use client';

import { type ReactNode, useId } from 'react';
import { TextChange } from '@/components/feature-content/content-change';
import { FeatureChanges } from '@/components/history/feature-changes';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useAppPriceFormat } from '@/components/pricing/use-price-format';
import { VersionAmounts } from '@/components/revenue/revenue-amounts';
import { Code } from '@/components/ui/code';
import { AppDate } from '@/components/ui/date-text';
import { CheckField } from '@/components/ui/form-fields';
import { Section } from '@/components/ui/section';
import { SpokenSubject } from '@/components/ui/spoken-subject';
import { TextLink } from '@/components/ui/text-link';
import { getMovesUrl } from '@/lib/client/moves';
import type { CatalogDifference, Decision } from '@/lib/contract/catalog-editions';
import { rowChanges } from '@/lib/contract/enums';
import type { RevenueBody } from '@/lib/contract/revenue';
import { contentLosses } from '@/lib/contract/version-losses';
import type { AppInfo, Price } from '@/lib/contract/versions';
import { isPriced } from '@/lib/pricing/price';
import { EditionError } from './edition-state';
import type { Deciding } from './use-decisions';

type ChangedVersion = CatalogDifference['versions'][number];
type ChangedAddOn = CatalogDifference['add_ons'][number];
type FieldChange = ChangedVersion['fields'][number];

interface EditionDifferenceProps {
  difference: CatalogDifference;
  app: AppInfo;
  /** Null for an edition that is not a draft. */
  deciding: Deciding | null;
  /** Whether it is published, so that accounts can be moved from what they keep. */
  published?: boolean;
  /** What accounts pay before and after. Null until it is computed, and for what is published. */
  revenue?: RevenueBody | null;
}

/** Whether an edition changes anything. */
export function hasChanges(difference: CatalogDifference): boolean {
  const { app, versions, earlier_versions, features, add_ons, earlier_add_ons, grants } = difference;
  return (
    [app, versions, features, add_ons].some((each) => each.length > 0) ||
    [...earlier_versions, ...earlier_add_ons].some((each) => each.following_accounts > 0) ||
    grants.added + grants.removed > 0
  );
}

/** What an edition changes, by plan, feature and add-on, and what happens to the accounts concerned. */
export function EditionDifference(props: EditionDifferenceProps) {
  const { difference, app, deciding, published = false, revenue = null } = props;
  const { changes } = usePageText('staff').catalog;
  const {
    versions,
    earlier_versions: earlierVersions,
    features,
    add_ons: addOns,
    earlier_add_ons: earlierAddOns,
    included_add_ons: included,
    renames,
    grants,
    app: settings,
  } = difference;
  const titles = new Map(versions.map(({ key, title }) => [key, title]));
  const isAmbiguous = (version: ChangedVersion) =>
    versions.some(({ key, title }) => key !== version.key && title === version.title);
  const isRenamed = ({ key }: ChangedVersion) =>
    renames.some(({ section, from }) => section === 'plans' && from === key);
  return (
    <>
      {renames.length > 0 && (
        <Section title={changes.renames}>
          <ul>
            {renames.map((rename) => (
              <Rename key={`${rename.section} ${rename.from}`} rename={rename} />
            ))}
          </ul>
        </Section>
      )}
      {versions.length > 0 && (
        <Section title={changes.plans}>
          <ul>
            {versions.map((version) => (
              <Row
                key={version.key}
                title={version.title}
                kind={version.kind}
                tag={isAmbiguous(version) ? version.tag : null}
              >
                <VersionChanges version={version} app={app} isRenamed={isRenamed(version)} />
                <ExistingAccounts isPlan changed={version} deciding={deciding} />
                <RowRevenue revenue={revenue} id={version.id} />
                {published && <MoveLink version={version} />}
              </Row>
            ))}
          </ul>
        </Section>
      )}
      {features.length > 0 && (
        <Section title={changes.features}>
          <ul>
            {features
              .filter(({ fields }) => fields.length > 0)
              .map(({ id, title, kind, fields }) => (
                <Row key={id} title={title} kind={kind}>
                  <Fields fields={fields} />
                </Row>
              ))}
            {rowChanges.map((kind) => (
              <FeatureList
                key={kind}
                kind={kind}
                features={features.filter((each) => each.kind === kind && each.fields.length === 0)}
              />
            ))}
          </ul>
        </Section>
      )}
      {addOns.length + earlierAddOns.length + included.length > 0 && (
        <Section title={changes.addOns}>
          <ul>
            {addOns.map((addOn) => (
              <Row key={addOn.key} title={addOn.title} kind={addOn.kind}>
                <AddOnChanges addOn={addOn} app={app} titles={titles} />
                <ExistingAccounts changed={addOn} deciding={deciding} />
              </Row>
            ))}
            {earlierAddOns.map((addOn) => (
              <Row key={addOn.key} title={interpolate(changes.earlier, [addOn.title])}>
                <ExistingAccounts changed={addOn} deciding={deciding} />
              </Row>
            ))}
          </ul>
          {included.map(({ version, add_on: addOn, accounts }) => (
            <p key={`${version} ${addOn}`}>
              {interpolate((plan, name) => changes.included(plan, name, accounts), [version, addOn])}
            </p>
          ))}
        </Section>
      )}
      {settings.length > 0 && (
        <Section title={changes.app}>
          <Fields fields={settings} />
        </Section>
      )}
      {grants.added + grants.removed > 0 && (
        <Section title={changes.grants}>
          {grants.added > 0 && <p>{changes.granted(grants.added)}</p>}
          {grants.removed > 0 && <p>{changes.revoked(grants.removed)}</p>}
        </Section>
      )}
      {earlierVersions.length > 0 && (
        <Section title={changes.earlierPlans}>
          <p className="max-w-[60ch] pb-5 text-soft">{changes.earlierLead}</p>
          <ul>
            {earlierVersions.map((version) => (
              <Row key={version.key} title={version.title} tag={version.tag}>
                <ContentChanges version={version} app={app} />
                <ExistingAccounts isPlan changed={version} deciding={deciding} />
                <RowRevenue revenue={revenue} id={version.id} />
                {published && <MoveLink version={version} />}
              </Row>
            ))}
          </ul>
        </Section>
      )}
    </>
  );
}

/** What the accounts of a version pay before and after. */
function RowRevenue({ revenue, id }: { revenue: RevenueBody | null; id: string | null }) {
  const version = revenue?.versions.find((each) => each.id === id);
  return revenue && version && <VersionAmounts version={version} currencies={revenue} />;
}

/** A likely rename, with the line of the extension that makes it one. */
function Rename({ rename }: { rename: CatalogDifference['renames'][number] }) {
  const { changes } = usePageText('staff').catalog;
  const { title, new_title: newTitle, accounts, extension } = rename;
  return (
    <li className="border-b border-line pb-5 not-first:pt-5 last:border-0 [overflow-wrap:anywhere]">
      <p className="font-medium">{interpolate(changes.renamed, [title, newTitle])}</p>
      <p>{accounts === null ? changes.renamedOther : changes.renamedPlan(accounts)}</p>
      <Code>{extension}</Code>
    </li>
  );
}

type ChangedFeature = CatalogDifference['features'][number];

/** The features to which the same happens. There can be hundreds. */
function FeatureList({ kind, features }: { kind: ChangedFeature['kind']; features: ChangedFeature[] }) {
  const { changes } = usePageText('staff').catalog;
  if (features.length === 0) return null;
  return (
    <li className="border-b border-line pb-5 not-first:pt-5 last:border-0">
      <h3 className="text-small text-soft">{changes.kinds[kind]}</h3>
      <ul className="gap-x-8 middle:columns-2">
        {features.map(({ id, title }) => (
          <li key={id} className="break-inside-avoid">
            <CatalogText className="font-medium">{title}</CatalogText>
          </li>
        ))}
      </ul>
    </li>
  );
}

interface RowProps {
  title: ReactNode;
  /** Distinguishes generations of a plan, which have the same title. */
  tag?: string | null;
  kind?: ChangedVersion['kind'];
  children: ReactNode;
}

function Row({ title, tag = null, kind, children }: RowProps) {
  const { changes } = usePageText('staff').catalog;
  return (
    <li className="border-b border-line pb-5 not-first:pt-5 last:border-0">
      <h3 className="flex flex-wrap items-baseline gap-x-3">
        <CatalogText className="font-medium">{title}</CatalogText>
        {tag !== null && <Code>{tag}</Code>}
        {kind && <span className="text-small text-soft">{changes.kinds[kind]}</span>}
      </h3>
      {children}
    </li>
  );
}

interface PriceChangeProps {
  label: ReactNode;
  /** Null for none. */
  before: Price | null;
  after: Price | null;
  app: AppInfo;
}

/** The price, and the one for a year, as far as they differ. */
function PriceChange({ label, before, after, app }: PriceChangeProps) {
  const { changes } = usePageText('staff').catalog;
  const { format, formatAnnual } = useAppPriceFormat(app);
  const changed = [
    { from: before && format(before), to: after ? format(after) : changes.unavailable },
    ...(before && after ? [{ from: formatAnnual(before), to: formatAnnual(after) }] : []),
  ].filter(({ from, to }) => from !== to);
  if (changed.length === 0) return null;
  return (
    <>
      {label}:{' '}
      {changed.map(({ from, to }, index) => (
        <span key={from ?? to} className={index > 0 ? 'block' : undefined}>
          <TextChange before={from} after={to} />
        </span>
      ))}
    </>
  );
}

type Content = Omit<ChangedVersion, 'kind' | 'fields'>;

/** Whether price, features or limits change, not only texts. */
export function isContentChanged({
  previous_price,
  gained,
  lost,
  raised,
  lowered,
  changed,
}: Content): boolean {
  return previous_price !== null || [gained, lost, raised, lowered, changed].some((each) => each.length > 0);
}

/** What changes of price, features and limits. */
function ContentChanges({ version, app }: { version: Content; app: AppInfo }) {
  const { changes } = usePageText('staff').catalog;
  const { previous_price: previous, price } = version;
  return (
    <>
      {previous && (
        <p className="figures">
          <PriceChange label={changes.price} before={previous} after={price} app={app} />
        </p>
      )}
      {isContentChanged({ ...version, previous_price: null }) && (
        <FeatureChanges entry={{ ...version, previous_version_id: version.key }} />
      )}
    </>
  );
}

interface VersionChangesProps {
  version: ChangedVersion;
  app: AppInfo;
  /** Whether it is probably a plan with another name now. */
  isRenamed: boolean;
}

function VersionChanges({ version, app, isRenamed }: VersionChangesProps) {
  const { changes } = usePageText('staff').catalog;
  const { format } = useAppPriceFormat(app);
  const { kind, accounts, price, fields, scheduled_changes: scheduled, waiting_changes: waiting } = version;
  const isOnRequest = !isPriced(price) && price.price_text === null;
  return (
    <>
      {kind === 'added' && (
        <p className="figures">{`${isOnRequest ? '' : `${changes.price}: `}${format(price)}`}</p>
      )}
      <ContentChanges version={version} app={app} />
      <Fields fields={fields} />
      {kind === 'retired' && !isRenamed && accounts !== null && (
        <p className="pt-2">{changes.retiredAccounts(accounts)}</p>
      )}
      {scheduled !== undefined && <p className="pt-2">{changes.notMade(scheduled)}</p>}
      {waiting !== undefined && <p className="pt-2">{changes.notApproved(waiting)}</p>}
      {kind === 'changed' && version.default_decision === null && accounts !== null && (
        <p className="pt-2 text-small text-soft">{changes.accounts(accounts)}</p>
      )}
    </>
  );
}

/** Leads to a move of the accounts that keep a version which is not offered any more. */
function MoveLink({ version }: { version: Content & { kind?: ChangedVersion['kind'] } }) {
  const { changes } = usePageText('staff').catalog;
  const { id, kind, accounts, decision } = version;
  const isKept = decision === 'keep' || decision === 'keep_price';
  if (id === null || !accounts || (kind !== 'retired' && !isKept)) return null;
  return (
    <p className="screen-only">
      <TextLink href={getMovesUrl(id)}>{changes.move}</TextLink>
    </p>
  );
}

interface AddOnChangesProps {
  addOn: ChangedAddOn;
  app: AppInfo;
  /** Titles of plans by their names in the list. */
  titles: ReadonlyMap<string, string>;
}

function AddOnChanges({ addOn, app, titles }: AddOnChangesProps) {
  const { kind, prices, features, fields, unavailable_accounts: unavailable } = addOn;
  const { changes } = usePageText('staff').catalog;
  const { format } = useAppPriceFormat(app);
  const isNew = kind === 'added';
  return (
    <>
      <ul>
        {prices.map(({ version, from, to }) => (
          <li key={version} className="figures">
            {isNew && to ? (
              <>
                <CatalogText>{titles.get(version) ?? version}</CatalogText>: {format(to)}
              </>
            ) : (
              <PriceChange
                label={<CatalogText>{titles.get(version) ?? version}</CatalogText>}
                before={from}
                after={to}
                app={app}
              />
            )}
          </li>
        ))}
        {features.map(({ feature, from, to }) => (
          <li key={feature}>
            <CatalogText>{feature}</CatalogText>:{' '}
            <bdi lang="en">{isNew ? to : <TextChange before={from} after={to} />}</bdi>
          </li>
        ))}
      </ul>
      <Fields fields={fields} />
      {unavailable !== undefined && <p className="pt-2">{changes.notForEarlier(unavailable)}</p>}
    </>
  );
}

/** Texts and settings, with the names that they have in the list. */
function Fields({ fields }: { fields: FieldChange[] }) {
  if (fields.length === 0) return null;
  return (
    <ul className="pt-1 text-small">
      {fields.map(({ field, from, to }) => (
        <li key={field} className="[overflow-wrap:anywhere]">
          <Code>{field}</Code>:{' '}
          <TextChange
            before={from !== null && from !== '' && <CatalogText>{from}</CatalogText>}
            after={to !== null && to !== '' && <CatalogText>{to}</CatalogText>}
          />
        </li>
      ))}
    </ul>
  );
}

/** What accounts have, and what a publication does to it. */
type Decided = Pick<
  ChangedVersion,
  | 'key'
  | 'title'
  | 'accounts'
  | 'decision'
  | 'default_decision'
  | 'renewals'
  | 'requested_decision'
  | 'following_accounts'
  | 'default_following_accounts'
  | 'losses'
>;

/** How many accounts keep what they have, and how many get the change. */
export function AccountsEffect({
  decided,
  requested,
}: {
  decided: Decided;
  requested: Decision | undefined;
}) {
  const { existing } = usePageText('staff').catalog;
  const { accounts, default_decision: defaultDecision, following_accounts: counted } = decided;
  if (defaultDecision === null || !accounts) return null;
  const isCounted = requested === undefined || requested === decided.requested_decision;
  const byRequest = requested === 'follow' ? accounts : 0;
  const decision = requested ?? decided.decision;
  const keeps = { keep_price: existing.priceKept, follow_renewal: existing.renewed };
  const describeKept = keeps[decision as keyof typeof keeps] ?? existing.kept;
  const following = isCounted ? counted : byRequest;
  return (
    <>
      {following < accounts && describeKept(accounts - following)}{' '}
      {following > 0 && existing.followed(following)}
      {decision === 'follow_renewal' && <RenewalTimes decided={decided} />}
    </>
  );
}

/** When accounts follow at their renewal, if that is saved. */
function RenewalTimes({ decided: { renewals } }: { decided: Decided }) {
  const { existing } = usePageText('staff').catalog;
  if (!renewals) return null;
  const { at_once: atOnce, unknown, first_at: first, last_at: last } = renewals;
  return (
    <>
      {atOnce > 0 && ` ${existing.renewedAtOnce(atOnce)}`}
      {first !== null && ' '}
      {first !== null && interpolate(existing.renewalStart, [<AppDate key="first" at={first} />])}
      {unknown > 0 && last !== null && (
        <>
          {' '}
          {interpolate(
            (date: string) => existing.renewalUnknown(unknown, date),
            [<AppDate key="last" at={last} />],
          )}
        </>
      )}
    </>
  );
}

interface ExistingAccountsProps {
  /** Whether it is a plan, whose accounts can keep the price alone. */
  isPlan?: boolean;
  changed: Decided;
  deciding: Deciding | null;
}

/** `some`: those that would be worse off keep what they have, and the others follow. */
type Choice = Decision | 'some';

/** Lets the product team choose what happens to the accounts that have a plan or an add-on. */
function ExistingAccounts({ isPlan = false, changed, deciding }: ExistingAccountsProps) {
  const { existing, editor } = usePageText('staff').catalog;
  const name = useId();
  const { key, title, accounts, decision, default_decision: byDefault, losses } = changed;
  const { requested_decision: stored = null, following_accounts: counted } = changed;
  const { default_following_accounts: following = counted } = changed;
  if (byDefault === null || decision === null || !accounts) return null;
  if (!deciding) {
    return (
      <p className="pt-3">
        <AccountsEffect decided={changed} requested={undefined} />
      </p>
    );
  }
  const texts: Partial<Record<string, string>> = existing.losses;
  const isSplit = byDefault === 'keep' && following > 0;
  const byItself: Choice = isSplit ? 'some' : byDefault;
  const saved = stored ?? byItself;
  const canHaveDefault = isSplit && (stored === null || deciding.canClear(key));
  const canKeepPrice =
    isPlan && (saved === 'keep_price' || losses.some(({ reason }) => !contentLosses.has(reason)));
  const choices: Choice[] = [
    ...(canHaveDefault ? (['some'] as const) : []),
    'keep',
    ...(canKeepPrice ? (['keep_price'] as const) : []),
    'follow',
    ...(isPlan ? (['follow_renewal'] as const) : []),
  ];
  const requested = deciding.decisions[key];
  const chosen = requested ?? byItself;
  const state = deciding.getState(key);
  const meanings: Record<Choice, string> = {
    some: existing.someMeans(accounts - following, following),
    keep: existing.keepMeans,
    keep_price: existing.keepPriceMeans,
    follow: existing.followMeans,
    follow_renewal: existing.followRenewalMeans,
  };
  return (
    <fieldset className="mt-4 border-s-4 border-line ps-4">
      <legend className="float-start w-full font-medium">
        {existing.legend(accounts)}
        <SpokenSubject separator=" ">{title}</SpokenSubject>
      </legend>
      {choices.map((choice) => (
        <div key={choice} className="clear-start">
          <CheckField
            type="radio"
            name={name}
            checked={chosen === choice}
            onChange={() => deciding.decide(key, choice === 'some' ? null : choice)}
            aria-describedby={`${name}-${choice}`}
          >
            {existing[choice]}
          </CheckField>
          <p id={`${name}-${choice}`} className="-mt-1.5 ps-6.5 text-small text-soft">
            {meanings[choice]}
            {choice === 'follow_renewal' && <RenewalTimes decided={changed} />}
          </p>
        </div>
      ))}
      <p role="status" className="pt-2 text-small empty:hidden">
        {state === 'saving' && editor.saving}
        {state === 'saved' && editor.saved}
        {state === null && chosen !== saved && existing.unsaved}
      </p>
      <p role="alert" className="pt-2 text-small empty:hidden">
        {state === 'failed' && <EditionError error={deciding.error} />}
      </p>
      {losses.length > 0 && (
        <div className="pt-3 text-small">
          <p>{existing.worse}</p>
          <ul>
            {losses.map((loss) => (
              <li key={loss.reason}>
                – {texts[loss.reason] ?? <bdi lang="en">{loss.reason}</bdi>}
                {loss.accounts < accounts && <> ({existing.concerned(loss.accounts)})</>}
              </li>
            ))}
          </ul>
        </div>
      )}
    </fieldset>
  );
}
