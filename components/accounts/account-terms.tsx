'use client';

import { type FormEvent, type ReactNode, useState } from 'react';
import { CatalogText } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useAppDateFormatOptions, useText } from '@/components/i18n/text-provider';
import { usePriceOptions } from '@/components/pricing/use-price-options';
import { parseDay } from '@/components/switch/when-field';
import { Button } from '@/components/ui/button';
import { AppDate, DateText } from '@/components/ui/date-text';
import { ErrorMessage } from '@/components/ui/error-message';
import { FactList } from '@/components/ui/fact-list';
import { Quote } from '@/components/ui/inline-text';
import { maxNoteLength } from '@/components/ui/note-field';
import { Section } from '@/components/ui/section';
import { Select } from '@/components/ui/select';
import { TextField } from '@/components/ui/text-field';
import { useOnline } from '@/components/ui/use-online';
import { useAccountRequest, useSetTerms } from '@/lib/client/accounts';
import { feeNames } from '@/lib/contract/enums';
import type { TermsBody, TermsRequest } from '@/lib/contract/terms';
import type { MatrixFeature, VersionList } from '@/lib/contract/versions';
import { findLastDay, formatIsoDate, getStartOfDay, getStartOfDayAfter } from '@/lib/format/date-time';
import { type Currency, formatDecimal, formatMoney, minorUnitsPerMajor } from '@/lib/format/money';
import { ReasonButton } from './reason-button';

interface AccountTermsProps {
  account: { id: string };
  terms: TermsBody | null;
  list: VersionList['data'];
  canChange: boolean;
}

/** What was agreed with the account, and the form that changes it. */
export function AccountTerms({ account, terms, list, canChange }: AccountTermsProps) {
  const { terms: text } = usePageText('staff').accounts;
  const [isOpen, setIsOpen] = useState(false);
  const [problems, setProblems] = useState<string[]>([]);
  const end = useAccountRequest(account.id, 'DELETE', 'terms');
  const onDone = (found: string[]) => {
    setIsOpen(false);
    setProblems(found);
  };
  return (
    <Section title={text.title}>
      {terms ? <Agreed terms={terms} list={list} /> : <p className="text-soft">{text.none}</p>}
      <div role="status" className="empty:hidden">
        {problems.length > 0 && (
          <p className="pt-4">
            {text.problems} {problems.join(' ')}
          </p>
        )}
      </div>
      {canChange && (
        <div className="screen-only flex flex-wrap gap-x-4 gap-y-3 pt-6">
          <Button aria-expanded={isOpen} onClick={() => setIsOpen(!isOpen)}>
            {isOpen ? text.close : text[terms ? 'change' : 'agree']}
          </Button>
          {terms && !isOpen && (
            <ReasonButton text={text.end} working={text.working} request={end} send={end.mutateAsync} />
          )}
        </div>
      )}
      {isOpen && <TermsForm account={account} terms={terms} list={list} onDone={onDone} />}
    </Section>
  );
}

/** The fees that the app's prices can have. */
const listFeeNames = ({ app }: VersionList['data']) =>
  feeNames.filter((name) => app.billing_period === 'month' || !name.startsWith('annual'));

/** The terms in one line: "Team: €7 a month. 20 projects, SSO." */
function Agreed({ terms, list }: Pick<AccountTermsProps, 'list'> & { terms: TermsBody }) {
  const { terms: text } = usePageText('staff').accounts;
  const { locale, currency } = usePriceOptions(list.app, list.app.billing_period);
  const { amounts } = useText();
  const plan = list.versions.find(({ id }) => id === terms.version_id);
  const getFeature = (id: string) => list.matrix?.features.find((feature) => feature.id === id);
  const getTitle = (id: string) => getFeature(id)?.title ?? id;
  const facts: [label: string, value: ReactNode][] = [
    ...listFeeNames(list).map((name): [string, string | undefined] => {
      const amount = terms.price[name];
      const label = text.fees[name][list.app.billing_period];
      return [label, amount === undefined ? undefined : formatMoney(locale, currency, amount)];
    }),
    ...Object.entries(terms.limits).map(([id, amount]): [string, string] => [
      getTitle(id),
      amount === null ? amounts.unlimited : new Intl.NumberFormat(locale).format(amount),
    ]),
    ...Object.entries(terms.features).map(([id, value]): [string, string] => [
      getTitle(id),
      typeof value === 'string' ? value : text[value ? 'included' : 'notIncluded'],
    ]),
    [text.from, <AppDate key="from" at={terms.from} />],
    [text.until, terms.until !== null && <AppDate at={terms.until} until />],
  ];
  return (
    <>
      <p>
        {terms.version_id === null ? (
          text.allPlans
        ) : (
          <CatalogText>{plan?.title ?? terms.version_id}</CatalogText>
        )}
        {' · '}
        {text.state[terms.active ? 'active' : 'later']}
      </p>
      <FactList
        facts={facts.map(([label, value]) => [<CatalogText key="label">{label}</CatalogText>, value])}
        className="figures grid-cols-[auto_minmax(0,1fr)] gap-x-6 pt-3"
      />
      <p className="pt-3 text-small text-soft">
        {interpolate(text.agreedBy, [
          <bdi key="by">{terms.agreed_by.name}</bdi>,
          <DateText key="at" at={terms.agreed_at} withTime />,
        ])}{' '}
        <Quote>{terms.reason}</Quote>
      </p>
    </>
  );
}

/** Whether a row has amounts. */
const hasAmounts = ({ is_limit: isLimit, amounts }: MatrixFeature) =>
  isLimit || Object.keys(amounts).length > 0;

/** A row of the form: an amount, empty for unlimited, or whether the account has the feature. */
type Rows = Record<string, string | boolean>;

interface TermsFormProps extends Omit<AccountTermsProps, 'canChange'> {
  onDone: (problems: string[]) => void;
}

function TermsForm({ account, terms, list, onDone }: TermsFormProps) {
  const { terms: text, planLabel } = usePageText('staff').accounts;
  const online = useOnline();
  const request = useSetTerms(account.id);
  const { currency } = usePriceOptions(list.app, list.app.billing_period);
  const { timeZone } = useAppDateFormatOptions();
  const days = toDays(terms, timeZone);
  const [rows, setRows] = useState<Rows>(() => toRows(terms));
  const [problem, setProblem] = useState<keyof typeof text.missing | null>(null);
  const current = list.versions.find((version) => version.current);
  const features = list.matrix?.features ?? [];
  const addRow = (id: string) => {
    const feature = features.find((each) => each.id === id);
    if (feature) setRows({ ...rows, [id]: hasAmounts(feature) ? '' : true });
  };
  const submit = (event: FormEvent<HTMLFormElement>) => {
    event.preventDefault();
    if (request.isPending || !online) return;
    const fields = new FormData(event.currentTarget);
    const input = parseForm(fields, { rows, terms, currency, days, timeZone });
    const found = typeof input === 'string' ? input : null;
    setProblem(found);
    if (found) {
      const element = event.currentTarget.elements.namedItem(found);
      if (element instanceof HTMLElement) element.focus();
    }
    if (typeof input === 'string') return;
    request.mutateAsync(input).then(
      (result) => onDone(result.problems.map(({ message }) => message)),
      () => undefined,
    );
  };
  return (
    <form onSubmit={submit} noValidate className="screen-only flex max-w-[44rem] flex-col gap-6 pt-6">
      <div>
        <Select
          label={planLabel}
          name="plan"
          defaultValue={terms ? (terms.version_id ?? '') : (current?.id ?? '')}
          options={[['', text.allPlans], ...list.versions.map(({ id, title }) => [id, title] as const)]}
        />
      </div>
      <fieldset className="min-w-0">
        <legend className="text-small text-soft">{text.fee(currency.currency)}</legend>
        <div className="flex flex-wrap gap-x-6 gap-y-4 pt-2">
          {listFeeNames(list).map((name) => (
            <TextField
              key={name}
              label={text.fees[name][list.app.billing_period]}
              name={name}
              inputMode="decimal"
              autoComplete="off"
              defaultValue={
                terms?.price[name] === undefined ? '' : formatDecimal(currency, terms.price[name])
              }
              className="w-36"
            />
          ))}
        </div>
      </fieldset>
      <fieldset className="min-w-0">
        <legend className="text-small text-soft">{text.content}</legend>
        <ul className="border-line">
          {Object.entries(rows).map(([id, value]) => (
            <TermsRow
              key={id}
              feature={features.find((feature) => feature.id === id)}
              id={id}
              value={value}
              onChange={(next) => setRows({ ...rows, [id]: next })}
              onRemove={() => setRows(Object.fromEntries(Object.entries(rows).filter(([key]) => key !== id)))}
            />
          ))}
        </ul>
        <Select
          aria-label={text.add}
          value=""
          className="mt-3"
          options={[
            ['', text.add],
            ...features.filter(({ id }) => !(id in rows)).map(({ id, title }) => [id, title] as const),
          ]}
          onChange={({ currentTarget: { value } }) => addRow(value)}
        />
      </fieldset>
      <div className="flex flex-wrap gap-x-6 gap-y-4">
        <TextField type="date" label={text.fromField} name="from" defaultValue={days.from} />
        <TextField type="date" label={text.untilField} name="until" defaultValue={days.until} />
      </div>
      <TextField
        label={text.reason}
        name="reason"
        required
        maxLength={maxNoteLength}
        defaultValue={terms?.reason ?? ''}
        autoComplete="off"
      />
      <div role="alert" className="empty:hidden">
        {problem && text.missing[problem]}
        {request.error && <ErrorMessage error={request.error} failed={text.failed} />}
      </div>
      <div>
        <Button type="submit" blocked={request.isPending || !online}>
          {request.isPending ? text.working : text.set}
        </Button>
      </div>
    </form>
  );
}

interface TermsRowProps {
  feature: MatrixFeature | undefined;
  id: string;
  value: string | boolean;
  onChange: (value: string | boolean) => void;
  onRemove: () => void;
}

function TermsRow({ feature, id, value, onChange, onRemove }: TermsRowProps) {
  const { terms: text } = usePageText('staff').accounts;
  const { amounts } = useText();
  const title = feature?.title ?? id;
  return (
    <li className="flex flex-wrap items-end gap-x-6 gap-y-3 border-b border-line py-3">
      {typeof value === 'boolean' ? (
        <Select
          label={<CatalogText>{title}</CatalogText>}
          value={String(value)}
          options={[
            ['true', text.included],
            ['false', text.notIncluded],
          ]}
          onChange={({ currentTarget }) => onChange(currentTarget.value === 'true')}
        />
      ) : (
        <TextField
          label={<CatalogText>{title}</CatalogText>}
          value={value}
          name={id}
          inputMode="decimal"
          autoComplete="off"
          placeholder={amounts.unlimited}
          onChange={({ currentTarget }) => onChange(currentTarget.value)}
          className="w-44"
        />
      )}
      <Button onClick={onRemove} aria-label={text.remove(title)}>
        {text.removeShort}
      </Button>
    </li>
  );
}

function toRows(terms: TermsBody | null): Rows {
  if (!terms) return {};
  const limits = Object.entries(terms.limits).map(([id, amount]) => [
    id,
    amount === null ? '' : String(amount),
  ]);
  const features = Object.entries(terms.features).map(([id, value]) => [id, value !== false]);
  return Object.fromEntries([...limits, ...features]);
}

/** The first and the last day as the form has them. Empty for none, and for the first day of terms that are in effect. */
function toDays(terms: TermsBody | null, timeZone: string) {
  const { active, from = null, until = null } = terms ?? {};
  const lastAt = until && (findLastDay(until, timeZone) ?? until);
  return {
    from: from === null || active ? '' : formatIsoDate(from, timeZone),
    until: lastAt === null ? '' : formatIsoDate(lastAt, timeZone),
  };
}

const number = /^\d+(?:[.,]\d+)?$/;
const parseNumber = (text: string) => (number.test(text) ? Number(text.replace(',', '.')) : null);

interface FormInput {
  rows: Rows;
  terms: TermsBody | null;
  currency: Currency;
  days: ReturnType<typeof toDays>;
  timeZone: string;
}

/** The request, or the name of the field that is missing or not valid. */
function parseForm(
  fields: FormData,
  { rows, terms, currency, days, timeZone }: FormInput,
): TermsRequest | 'fee' | 'content' | 'from' | 'until' | 'reason' {
  const read = (name: string) => String(fields.get(name) ?? '').trim();
  const fees = feeNames.map((name) => [name, read(name)] as const).filter(([, text]) => text !== '');
  const price = fees.map(([name, text]) => [name, parseNumber(text)] as const);
  if (price.some(([, amount]) => amount === null)) return 'fee';
  const limits: TermsRequest['limits'] = {};
  const contents: TermsRequest['features'] = {};
  for (const [id, value] of Object.entries(rows)) {
    // The text of a value stays.
    if (typeof value === 'boolean') contents[id] = value && (terms?.features[id] || true);
    else if (value.trim() === '') limits[id] = null;
    else {
      const amount = parseNumber(value.trim());
      if (amount === null) return 'content';
      limits[id] = amount;
    }
  }
  if (price.length === 0 && Object.keys(rows).length === 0) return 'fee';
  // A day that was not changed keeps its time.
  const readDay = (name: keyof typeof days, getTime: typeof getStartOfDay) => {
    const day = read(name);
    if (day === '') return undefined;
    return day === days[name] ? terms?.[name] : parseDay(day, timeZone, getTime);
  };
  const from = readDay('from', getStartOfDay);
  const until = readDay('until', getStartOfDayAfter);
  if (from === null) return 'from';
  if (until === null) return 'until';
  const reason = read('reason');
  if (reason === '') return 'reason';
  const units = minorUnitsPerMajor(currency);
  return {
    version_id: read('plan') || null,
    price: Object.fromEntries(price.map(([name, amount]) => [name, Math.round(amount! * units)])),
    limits,
    features: contents,
    ...(from !== undefined && { from }),
    until: until ?? null,
    reason,
  };
}
