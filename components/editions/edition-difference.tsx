'use client';

import type { ReactNode } from 'react';
import { TextChange } from '@/components/feature-content/feature-content';
import { FeatureChanges } from '@/components/history/feature-changes';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useAppPriceFormat } from '@/components/pricing/use-price-format';
import { VersionAmounts } from '@/components/revenue/revenue-amounts';
import { Code } from '@/components/ui/inline-text';
import { Section } from '@/components/ui/section';
import { TextLink } from '@/components/ui/text-link';
import { getMovesUrl } from '@/lib/client/moves';
import type { CatalogDifference } from '@/lib/contract/catalog-editions';
import { rowChanges } from '@/lib/contract/enums';
import type { RevenueBody } from '@/lib/contract/revenue';
import type { AppInfo, Price } from '@/lib/contract/versions';
import { isPriced } from '@/lib/pricing/price';
import { type ChangedVersion, type ContentDifference, isContentChanged } from './catalog-difference';
import { ExistingAccounts } from './existing-accounts';
import type { Deciding } from './use-decisions';

type ChangedAddOn = CatalogDifference['add_ons'][number];
type FieldChange = ChangedVersion['fields'][number];

interface EditionDifferenceProps {
  difference: CatalogDifference;
  app: AppInfo;
  /** The value is null for an edition that is not a draft. */
  deciding: Deciding | null;
  /** Whether it is published, so that accounts can be moved from what they keep. */
  published?: boolean;
  /** What accounts pay before and after. It is null until it is computed, and for what is published. */
  revenue?: RevenueBody | null;
}

/** What an edition changes, by plan, feature and add-on, and what happens to the accounts concerned. */
export function EditionDifference(props: EditionDifferenceProps) {
  const { difference, app, deciding, published = false, revenue = null } = props;
  const { catalog, priceTable } = usePageText('staff');
  const { changes } = catalog;
  const { sheets } = priceTable;
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
  const plan = { deciding, published, revenue };
  return (
    <>
      <Part
        title={changes.renames}
        rows={renames.map((rename) => <Rename key={`${rename.section} ${rename.from}`} rename={rename} />)}
      />
      <Part
        title={sheets.plans}
        rows={versions.map((version) => (
          <PlanRow
            key={version.key}
            version={version}
            tag={isAmbiguous(version) ? version.tag : null}
            {...plan}
          >
            <VersionChanges version={version} app={app} isRenamed={isRenamed(version)} />
          </PlanRow>
        ))}
      />
      <Part
        title={sheets.features}
        rows={[
          ...features
            .filter(({ fields }) => fields.length > 0)
            .map(({ id, title, kind, fields }) => (
              <Row key={id} title={title} kind={kind}>
                <Fields fields={fields} />
              </Row>
            )),
          ...rowChanges.flatMap((kind) => {
            const titled = features.filter((each) => each.kind === kind && each.fields.length === 0);
            return titled.length > 0 ? [<FeatureList key={kind} kind={kind} features={titled} />] : [];
          }),
        ]}
      />
      <Part
        title={sheets.addOns}
        rows={[
          ...addOns.map((addOn) => (
            <Row key={addOn.key} title={addOn.title} kind={addOn.kind}>
              <AddOnChanges addOn={addOn} app={app} titles={titles} />
              <ExistingAccounts changed={addOn} deciding={deciding} />
            </Row>
          )),
          ...earlierAddOns.map((addOn) => (
            <Row key={`earlier ${addOn.key}`} title={interpolate(changes.earlier, [addOn.title])}>
              <ExistingAccounts changed={addOn} deciding={deciding} />
            </Row>
          )),
        ]}
        notes={included.map(({ version, add_on: addOn, accounts }) => (
          <p key={`${version} ${addOn}`}>
            {interpolate((plan, name) => changes.included(plan, name, accounts), [version, addOn])}
          </p>
        ))}
      />
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
      <Part
        title={changes.earlierPlans}
        lead={changes.earlierLead}
        rows={earlierVersions.map((version) => (
          <PlanRow key={version.key} version={version} tag={version.tag} {...plan}>
            <ContentChanges version={version} app={app} />
          </PlanRow>
        ))}
      />
    </>
  );
}

interface PartProps {
  title: string;
  lead?: string;
  rows: ReactNode[];
  /** Below the rows. */
  notes?: ReactNode[];
}

/** A section of the difference. It is left out if it has neither rows nor notes. */
function Part({ title, lead, rows, notes = [] }: PartProps) {
  if (rows.length + notes.length === 0) return null;
  return (
    <Section title={title}>
      {lead && <p className="max-w-[60ch] pb-5 text-soft">{lead}</p>}
      <ul>{rows}</ul>
      {notes}
    </Section>
  );
}

interface PlanRowProps extends Required<Pick<EditionDifferenceProps, 'deciding' | 'published' | 'revenue'>> {
  version: ContentDifference & { kind?: ChangedVersion['kind'] };
  /** Distinguishes generations of a plan, which have the same title. */
  tag: string | null;
  /** What changes. */
  children: ReactNode;
}

/** A plan, or an earlier generation of one, with what happens to its accounts. */
function PlanRow({ version, tag, deciding, published, revenue, children }: PlanRowProps) {
  return (
    <Row title={version.title} kind={version.kind} tag={tag}>
      {children}
      <ExistingAccounts isPlan changed={version} deciding={deciding} />
      <RowRevenue revenue={revenue} id={version.id} />
      {published && <MoveLink version={version} />}
    </Row>
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
  tag?: string | null;
  kind?: ChangedVersion['kind'] | undefined;
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
  /** The value is null if there is none. */
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

/** What changes of price, features and limits. */
function ContentChanges({ version, app }: { version: ContentDifference; app: AppInfo }) {
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
function MoveLink({ version }: Pick<PlanRowProps, 'version'>) {
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
