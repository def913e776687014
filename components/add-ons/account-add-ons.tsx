'use client';

import { lazy, Suspense, useId, useRef, useState } from 'react';
import { CatalogText } from '@/components/catalog/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { usePriceOptions } from '@/components/pricing/use-price-options';
import { Badge } from '@/components/ui/badge';
import { Button, buttonClassName } from '@/components/ui/button';
import { DateText } from '@/components/ui/date-text';
import { DoneNotice } from '@/components/ui/done-notice';
import { Section } from '@/components/ui/section';
import { SpokenSubject } from '@/components/ui/spoken-subject';
import { TextButton, TextLink } from '@/components/ui/text-link';
import { useOnline } from '@/components/ui/use-online';
import { pageUrls } from '@/lib/client/page-urls';
import type { AddOnEntry, AddOnList } from '@/lib/contract/add-ons';
import type { BillingPeriod } from '@/lib/contract/fields';
import type { VersionList } from '@/lib/contract/versions';
import { pluralizeUnit } from '@/lib/format/amount';
import { formatMoney } from '@/lib/format/money';
import { formatList } from '@/lib/format/plurals';
import { formatAnnualPrice, formatPrice } from '@/lib/pricing/format-price';
import { findUserUnit } from '@/lib/pricing/price';
import { AddOnBlockerMessage } from './add-on-blocker-message';
import { AddOnContent } from './add-on-content';
import { toListedAddOn } from './collect-add-ons';
import type { RequestedAddOnChange } from './use-add-on-session';
import { useAddOnsText } from './use-add-ons-text';

const AddOnDialog = lazy(() => import('./add-on-dialog').then((module) => ({ default: module.AddOnDialog })));

interface AccountAddOnsProps {
  list: VersionList['data'];
  addOns: AddOnList['data'];
  seats: number;
  /** The chosen billing period, for the prices. */
  period: BillingPeriod;
  /** Nothing can be turned on or off. */
  readOnly: boolean;
  /** Whether the plan consists of add-ons: one list without the total, which is beside it. */
  isBuilt?: boolean;
}

/** A dialog about an add-on. */
interface ChosenChange extends RequestedAddOnChange {
  id: string;
}

interface CompletedChange extends ChosenChange {
  title: string;
  /** How many there are now. */
  quantity: number;
  /** The price sentence of the dialog. */
  price: string;
  undo: RequestedAddOnChange;
}

type AddOnSection = 'on' | 'available' | 'included' | 'elsewhere';

const sections: AddOnSection[] = ['on', 'available', 'included', 'elsewhere'];

function getSection({ active, included, available }: AddOnEntry): AddOnSection {
  if (active) return 'on';
  if (included) return 'included';
  return available ? 'available' : 'elsewhere';
}

/** The change that reverts one of an add-on. */
function getUndo({ action }: RequestedAddOnChange, { quantity }: AddOnEntry): RequestedAddOnChange {
  if (action === 'turn_on') return { action: 'turn_off' };
  return { action: action === 'turn_off' ? 'turn_on' : action, quantity };
}

/** Why the user can change no add-on. */
export function findForbidden({ optional_features: addOns }: AddOnList['data']) {
  return addOns.flatMap(({ change }) => change?.blockers ?? []).find(({ code }) => code === 'forbidden');
}

const forbiddenId = 'add-ons-forbidden';

/** The add-ons by their state for the account, and the dialog that changes one. */
export function AccountAddOns(props: AccountAddOnsProps) {
  const { list, addOns, seats, readOnly, isBuilt = false } = props;
  const text = useAddOnsText();
  const { ui, pricing } = useText();
  const doneTexts = { turn_on: text.done.on, turn_off: text.done.off, change_quantity: text.quantity.done };
  const [chosen, setChosen] = useState<ChosenChange | null>(null);
  const [completed, setCompleted] = useState<CompletedChange | null>(null);
  const notice = useRef<HTMLDivElement>(null);
  const { optional_features: all } = addOns;
  const chosenEntry = all.find(({ id }) => id === chosen?.id);
  const forbidden = findForbidden(addOns);
  return (
    <>
      {completed && (
        <DoneNotice
          ref={notice}
          title={interpolate(doneTexts[completed.action], [
            <CatalogText key="title" className="font-medium">
              {completed.action === 'change_quantity' || completed.quantity > 1
                ? pricing.times(completed.quantity, completed.title)
                : completed.title}
            </CatalogText>,
            <bdi key="price">{completed.price}</bdi>,
          ])}
          onDismiss={() => setCompleted(null)}
        >
          {all.some(({ id, change }) => id === completed.id && change?.allowed) && (
            <TextButton onClick={() => setChosen({ id: completed.id, ...completed.undo })}>
              {text.done.undo}
            </TextButton>
          )}
          <TextLink href={pageUrls.history()}>{ui.viewHistory}</TextLink>
        </DoneNotice>
      )}
      {forbidden && (
        <p id={forbiddenId} className="mb-6 border-rule border-s-2 ps-3">
          <AddOnBlockerMessage blocker={forbidden} addOns={addOns} />
        </p>
      )}
      {isBuilt ? (
        <ul>
          {all.map((entry) => (
            <AddOnRow key={entry.id} {...props} entry={entry} onChoose={setChosen} />
          ))}
        </ul>
      ) : (
        <>
          <AddOnsTotal list={list} addOns={addOns} seats={seats} />
          {sections.map((section) => (
            <SectionOfAddOns
              key={section}
              {...props}
              section={section}
              entries={all.filter((entry) => getSection(entry) === section)}
              onChoose={readOnly ? undefined : setChosen}
            />
          ))}
        </>
      )}
      {chosen && chosenEntry && (
        <Suspense fallback={null}>
          <AddOnDialog
            entry={chosenEntry}
            change={chosen}
            list={list}
            addOns={addOns}
            seats={seats}
            noticeRef={notice}
            onClose={() => setChosen(null)}
            onDone={(quantity, price) => {
              const undo = getUndo(chosen, chosenEntry);
              setCompleted({ ...chosen, title: chosenEntry.title, quantity, price, undo });
              setChosen(null);
            }}
          />
        </Suspense>
      )}
    </>
  );
}

/** The total of the add-ons that are on, for the number of users. */
function AddOnsTotal({ list, addOns, seats }: Pick<AccountAddOnsProps, 'list' | 'addOns' | 'seats'>) {
  const text = useAddOnsText();
  const { pricing } = useText();
  const { locale } = useDateFormatOptions();
  const { total, optional_features: all } = addOns;
  const active = all.filter((entry) => entry.active);
  if (!total || active.length === 0) return null;
  const unit = findUserUnit(active);
  const amount = formatMoney(locale, list.app.currency, total.fee + total.user_fee * seats);
  const missing = all.filter(({ id }) => total.not_included.includes(id)).map(({ title }) => title);
  return (
    <p className="figures pb-8 text-lead">
      {text.total(pricing.price.inPeriod(amount, total.billing_period))}
      {total.user_fee > 0 && (
        <span className="text-soft"> · {pricing.forSeats(seats, unit && pluralizeUnit(unit, seats))}</span>
      )}
      {missing.length > 0 && (
        <span className="block text-small text-soft">
          {interpolate(text.notInTotal, [formatList(locale, missing)])}
        </span>
      )}
    </p>
  );
}

interface SectionProps extends AccountAddOnsProps {
  section: AddOnSection;
  entries: AddOnEntry[];
  onChoose: ((change: ChosenChange) => void) | undefined;
}

function SectionOfAddOns({ section, entries, ...props }: SectionProps) {
  const text = useAddOnsText();
  const plan = props.list.versions.find(({ current }) => current);
  if (entries.length === 0) return null;
  return (
    <Section
      title={plan ? interpolate(text.sections[section], [plan.title]) : text.sectionsWithoutPlan[section]}
    >
      <ul className="wide:-mt-3">
        {entries.map((entry) => (
          <AddOnRow key={entry.id} {...props} entry={entry} />
        ))}
      </ul>
    </Section>
  );
}

type AddOnRowProps = Omit<SectionProps, 'section' | 'entries'> & { entry: AddOnEntry };

/** An add-on with its price, its state, and the button that turns it on or off or the reason why that is not possible. */
function AddOnRow({ entry, list, addOns, period, onChoose }: AddOnRowProps) {
  const text = useAddOnsText();
  const { pricing } = useText();
  const titleId = useId();
  const reasonId = useId();
  const online = useOnline();
  const { matrix } = list;
  const addOn = toListedAddOn(
    entry,
    { features: matrix?.features ?? [], offers: addOns.optional_features },
    [],
  );
  const { active, included, retired, change, title } = entry;
  const blocker = change?.blockers[0];
  const isOnRequest = blocker?.code === 'price_on_request';
  const isAction = change !== null && !included && !isOnRequest && blocker?.code !== 'option_not_offered';
  const isForbidden = blocker?.code === 'forbidden';
  const reason =
    blocker && isAction && !isForbidden ? (
      <AddOnBlockerMessage blocker={blocker} addOns={addOns} />
    ) : (
      !online && text.offline
    );
  const describedBy = reason ? reasonId : isForbidden ? forbiddenId : undefined;
  return (
    <li
      aria-labelledby={titleId}
      className="grid grid-cols-[minmax(0,1fr)_auto] gap-x-6 gap-y-3 border-b border-line py-4 *:first:col-span-2 middle:grid-cols-[minmax(0,1fr)_14rem_10rem] middle:*:first:col-span-1"
    >
      <AddOnContent addOn={addOn} titleId={titleId} headingLevel="h3" />
      <div className="flex flex-col gap-y-2 middle:items-end middle:text-end">
        {!included && <AddOnPrice entry={entry} list={list} period={period} />}
        {active && (
          <p>
            <Badge tone="yours">
              <span>
                {entry.since === null
                  ? text.on
                  : interpolate(text.onSince, [<DateText key="since" at={entry.since} />])}
              </span>
            </Badge>
          </p>
        )}
        {!active && !included && entry.since !== null && (
          <p className="text-small text-soft">
            {interpolate(text.offSince, [<DateText key="since" at={entry.since} />])}
          </p>
        )}
        {active && retired && <RetiredNote entry={entry} list={list} period={period} />}
        {included && <p className="text-small text-soft">{text.included}</p>}
        {blocker?.code === 'option_not_offered' && !active && <OtherPlans entry={entry} list={list} />}
        {reason && (
          <p id={reasonId} className="text-small text-soft">
            {reason}
          </p>
        )}
      </div>
      <div className="flex flex-col gap-y-2">
        {isOnRequest && list.app.contact_url && (
          <a href={list.app.contact_url} className={buttonClassName('outlined', 'screen-only')}>
            <span>
              {pricing.contactUs}
              <SpokenSubject>{title}</SpokenSubject>
            </span>
          </a>
        )}
        {active && isAction && entry.max_quantity > 1 && (
          <Button
            className="screen-only"
            blocked={isForbidden || !online || !onChoose}
            aria-haspopup="dialog"
            aria-describedby={describedBy}
            data-add-on={`${entry.id} quantity`}
            onClick={onChoose && (() => onChoose({ id: entry.id, action: 'change_quantity' }))}
          >
            <span>
              {text.quantity.change}
              <SpokenSubject separator=" ">{title}</SpokenSubject>
            </span>
          </Button>
        )}
        {isAction && (
          <Button
            className="screen-only"
            blocked={!change.allowed || !online || !onChoose}
            aria-haspopup="dialog"
            aria-describedby={describedBy}
            data-add-on={entry.id}
            onClick={onChoose && (() => onChoose({ id: entry.id, action: active ? 'turn_off' : 'turn_on' }))}
          >
            <span>
              {active ? text.turnOff : text.turnOn}
              <SpokenSubject separator=" ">{title}</SpokenSubject>
            </span>
          </Button>
        )}
      </div>
    </li>
  );
}

function AddOnPrice({ entry, list, period }: Pick<AddOnRowProps, 'entry' | 'list' | 'period'>) {
  const text = useAddOnsText();
  const { pricing } = useText();
  const priceOptions = usePriceOptions(list.app, period);
  const annual = formatAnnualPrice(entry, priceOptions);
  const oneText = formatPrice(entry, priceOptions);
  const plan = list.versions.find(({ id }) => id === entry.price_version_id);
  const isOther = plan !== undefined && !plan.current && Object.keys(entry.versions).length > 1;
  return (
    <p className="figures">
      {entry.quantity > 1 ? pricing.times(entry.quantity, oneText) : oneText}
      {isOther && (
        <span className="text-small text-soft"> {interpolate(text.availableWith, [plan.title])}</span>
      )}
      {annual && <span className="block text-small text-soft">{annual}</span>}
    </p>
  );
}

/** Why an add-on that is on is not offered like this any more, and what it costs today if it has changed. */
function RetiredNote({ entry, list, period }: Pick<AddOnRowProps, 'entry' | 'list' | 'period'>) {
  const text = useAddOnsText();
  const options = usePriceOptions(list.app, period);
  const plan = list.versions.find(({ current }) => current);
  const offered = list.matrix?.offers.find(({ id }) => id === entry.replaced_by)?.versions[plan?.id ?? ''];
  return (
    <p className="text-small text-soft">
      {offered ? text.kept(formatPrice(offered, options)) : text.retired}
    </p>
  );
}

/** The plans that the add-on is available for, with links to switch to them. */
function OtherPlans({ entry, list }: Pick<AddOnRowProps, 'entry' | 'list'>) {
  const text = useAddOnsText();
  const plans = list.versions.filter(({ id, current }) => entry.versions[id] && !current);
  if (plans.length === 0) return <p className="text-small text-soft">{text.notOffered}</p>;
  return (
    <div className="text-small text-soft">
      <p>{text.otherPlans}</p>
      <ul className="flex flex-wrap gap-x-4 middle:justify-end">
        {plans.map(({ id, title }) => (
          <li key={id}>
            <TextLink href={pageUrls.plans({ switch: id })}>
              <CatalogText>{title}</CatalogText>
            </TextLink>
          </li>
        ))}
      </ul>
    </div>
  );
}
