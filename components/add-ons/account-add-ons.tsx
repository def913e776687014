'use client';

import { lazy, useState } from 'react';
import { OnDemandDialog } from '@/components/change-dialog/on-demand-dialog';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { Section } from '@/components/ui/section';
import { addOnSearchParams } from '@/lib/client/page-urls';
import type { SearchParamValues } from '@/lib/client/search-params';
import { useSearchParams } from '@/lib/client/use-search-params';
import type { AddOnEntry, AddOnList } from '@/lib/contract/add-ons';
import { formatMoney } from '@/lib/format/money';
import { formatList } from '@/lib/format/plurals';
import { findUserUnit } from '@/lib/pricing/price';
import { AddOnBlockerMessage } from './add-on-blocker-message';
import { AddOnRow, type AddOnRowProps, type ChosenChange, forbiddenId } from './add-on-row';

const AddOnFlow = lazy(() => import('./add-on-flow').then((module) => ({ default: module.AddOnFlow })));

interface AccountAddOnsProps extends Omit<AddOnRowProps, 'entry' | 'onChoose'> {
  seats: number;
  /** Nothing can be turned on or off. */
  readOnly: boolean;
  /** Whether the plan consists of add-ons: one list without the total, which is beside it. */
  isBuilt?: boolean;
}

type AddOnSection = 'on' | 'available' | 'included' | 'elsewhere';

const sections: AddOnSection[] = ['on', 'available', 'included', 'elsewhere'];

function getSection({ active, included, available }: AddOnEntry): AddOnSection {
  if (active) return 'on';
  if (included) return 'included';
  return available ? 'available' : 'elsewhere';
}

/** The change that an owner reviews, as the query string states it. */
function findApproval(
  { add_on: addOnId, quantity, approve }: SearchParamValues<typeof addOnSearchParams>,
  addOns: AddOnEntry[],
): ChosenChange | null {
  const entry = addOns.find(({ id }) => id === addOnId);
  if (!entry || quantity === null || approve === null) return null;
  const ordered = entry.active ? 'change_quantity' : 'turn_on';
  const action = quantity === 0 ? 'turn_off' : ordered;
  return { id: entry.id, action, quantity, approve };
}

/** Why the user can change no add-on. */
export function findForbidden({ optional_features: addOns }: AddOnList['data']) {
  return addOns.flatMap(({ change }) => change?.blockers ?? []).find(({ code }) => code === 'forbidden');
}

/** The add-ons by their state for the account, and the dialog that changes one. */
export function AccountAddOns(props: AccountAddOnsProps) {
  const { list, addOns, seats, readOnly, isMember = false, isBuilt = false } = props;
  const [requested, setRequested] = useSearchParams(addOnSearchParams);
  const [clicked, setChosen] = useState<ChosenChange | null>(null);
  const { optional_features: all } = addOns;
  const chosen = clicked ?? findApproval(requested, all);
  const forbidden = findForbidden(addOns);
  return (
    <>
      <OnDemandDialog isOpen={chosen !== null}>
        <AddOnFlow
          list={list}
          addOns={addOns}
          seats={seats}
          isMember={isMember}
          chosen={chosen}
          onChoose={setChosen}
          onClose={() => {
            setChosen(null);
            if (requested.approve !== null) setRequested({ add_on: null, quantity: null, approve: null });
          }}
        />
      </OnDemandDialog>
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
    </>
  );
}

/** The total of the add-ons that are on, for the number of users. */
function AddOnsTotal({ list, addOns, seats }: Pick<AccountAddOnsProps, 'list' | 'addOns' | 'seats'>) {
  const { amounts, pricing } = useText();
  const text = usePageText('account').addOns;
  const { locale } = useDateFormatOptions();
  const { total, optional_features: all } = addOns;
  const active = all.filter((entry) => entry.active);
  if (!total || active.length === 0) return null;
  const unit = findUserUnit(active);
  const amount = formatMoney(locale, list.app, total.fee + total.user_fee * seats);
  const missing = all.filter(({ id }) => total.not_included.includes(id)).map(({ title }) => title);
  return (
    <p className="figures pb-8 text-lead">
      {text.total(pricing.price.inPeriod(amount, total.billing_period))}
      {total.user_fee > 0 && (
        <span className="text-soft"> · {pricing.forSeats(seats, unit && amounts.unit(unit, seats))}</span>
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
  const text = usePageText('account').addOns;
  const plan = props.list.versions.find(({ current }) => current);
  if (entries.length === 0) return null;
  return (
    <Section title={plan ? interpolate(text.sections[section], [plan.title]) : text.sections[section](null)}>
      <ul className="wide:-mt-3">
        {entries.map((entry) => (
          <AddOnRow key={entry.id} {...props} entry={entry} />
        ))}
      </ul>
    </Section>
  );
}
