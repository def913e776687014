'use client';

import { useQuery } from '@tanstack/react-query';
import { usePathname } from 'next/navigation';
import { type ReactNode, use, useEffect, useRef, useState } from 'react';
import { CatalogText, CatalogTextContext } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { useText } from '@/components/i18n/text-provider';
import { useNumbersFormat } from '@/components/i18n/use-numbers-format';
import { BlockerMessage } from '@/components/ui/blocker-message';
import { AppDate } from '@/components/ui/date-text';
import { ErrorMessage } from '@/components/ui/error-message';
import { Quote } from '@/components/ui/inline-text';
import { QueryProvider } from '@/components/ui/query-provider';
import { linkClassName, TextButton, TextLink } from '@/components/ui/text-link';
import { isChangingAccount } from '@/lib/client/account-mutations';
import { openCheckout } from '@/lib/client/changes';
import { getReviewUrl, useCancelChange } from '@/lib/client/decide-change';
import { listRequests } from '@/lib/client/list-requests';
import { pollIntervalMs, renderedPage } from '@/lib/client/live-updates';
import { changeSearchParams, pageUrls } from '@/lib/client/page-urls';
import { publishMadeChange, publishRequestCount, useMadeChange } from '@/lib/client/published-values';
import { openChangesQueryOptions, useChange } from '@/lib/client/queries';
import { useSearchParams } from '@/lib/client/use-search-params';
import type { AccountChangeBody, AccountChangeList } from '@/lib/contract/account-changes';
import type { Blocker } from '@/lib/contract/fields';
import { ChangePays, ChangeTotal } from './change-pays';
import { RequestBanner } from './request-banner';
import { useChangeSubject } from './use-change-subject';

export interface OpenChangesProps {
  /** What the server has loaded. */
  loaded: AccountChangeList;
  isOwner: boolean;
  /** Whether the rest of the page shows the requests. */
  showsRequests?: boolean;
  /** The change whose end is shown. It is null if there is none. */
  changeId: string | null;
}

/** Loads what waits, and keeps it current. It is loaded on demand. */
export function OpenChanges(props: OpenChangesProps) {
  return (
    <QueryProvider>
      <Changes {...props} />
    </QueryProvider>
  );
}

/** Whether a change is an owner's or the provider's that could not be made when it was due. */
const isBlocked = ({ waits_for, origin }: AccountChangeBody) => waits_for === 'owner' && origin !== 'member';

const isOwnRequest = ({ origin, cancelable }: AccountChangeBody) => origin === 'member' && cancelable;

/** More are on a page of their own. */
const maxRequests = 2;

function Changes({ loaded, isOwner, changeId, showsRequests = false }: OpenChangesProps) {
  const text = usePageText('account').changes;
  const isRequestsPage = usePathname() === pageUrls.requests();
  const { data } = useQuery({
    ...openChangesQueryOptions(),
    initialData: loaded,
    ...(isRequestsPage && { refetchInterval: pollIntervalMs }),
  });
  const open = data.payload;
  const requestCount = listRequests(open).length;
  useEffect(() => publishRequestCount(requestCount), [requestCount]);
  const rendered = useRef(data);
  useEffect(() => {
    // A request of this page renders it again itself.
    if (data !== rendered.current && !isChangingAccount()) void renderedPage.current?.render();
    rendered.current = data;
  }, [data]);
  const shown = open.filter(
    (change) => change.waits_for !== 'owner' || isBlocked(change) || (!isOwner && isOwnRequest(change)),
  );
  const requests =
    isOwner && !isRequestsPage && !showsRequests ? listRequests(open).filter((each) => !isBlocked(each)) : [];
  // Has the focus after a decision, which removes its buttons.
  const container = useRef<HTMLDivElement>(null);
  // A change that disappears while the page is open, or that the URL names, is shown with its end.
  const [watchedId, setWatchedId] = useState(changeId);
  const waiting = shown.find(({ waits_for }) => waits_for !== null);
  if (waiting && waiting.id !== watchedId) setWatchedId(waiting.id);
  const endedId = open.some(({ id }) => id === watchedId) ? null : watchedId;
  const { data: ended } = useChange(endedId);
  const [isCanceled, setIsCanceled] = useState(false);
  const setSearchParams = useSearchParams(changeSearchParams)[1];
  const isEndShown = ended !== undefined && ended.id === endedId && ended.ended_at !== null;
  return (
    <div ref={container} tabIndex={-1} className="screen-only">
      {shown.length + requests.length > 0 && (
        <section aria-label={text.title}>
          {requests.slice(0, maxRequests).map((request) => (
            <Line key={request.id}>
              <RequestBanner request={request} onDeclined={() => container.current?.focus()} />
            </Line>
          ))}
          {requests.length > maxRequests && (
            <Line>
              <TextLink className={actionClassName} href={pageUrls.requests()}>
                {text.requests.all}
              </TextLink>
            </Line>
          )}
          {shown.map((change) => (
            <OpenChange
              key={change.id}
              change={change}
              isOwner={isOwner}
              onCanceled={() => {
                setIsCanceled(true);
                setWatchedId(change.id);
              }}
            />
          ))}
        </section>
      )}
      <div role="status">
        {isEndShown && (
          <EndedChange
            key={ended.id}
            change={ended}
            takesFocus={isCanceled}
            onDismiss={() => {
              setWatchedId(null);
              setSearchParams({ change: null });
            }}
          />
        )}
      </div>
    </div>
  );
}

const actionClassName = 'inline-flex min-h-11 items-center';

/** One line, with what can be done. */
function Line({ children }: { children: ReactNode }) {
  return (
    <div className="border-line border-b bg-yours-wash">
      <div className="measure flex flex-wrap items-center gap-x-6 py-1">{children}</div>
    </div>
  );
}

interface OpenChangeProps extends Pick<OpenChangesProps, 'isOwner'> {
  change: AccountChangeBody;
  onCanceled: () => void;
}

function OpenChange({ change, isOwner, onCanceled }: OpenChangeProps) {
  const text = usePageText('account').changes;
  const { cancelable, origin, checkout_url: checkoutUrl, previous_version: previous } = change;
  const cancel = useCancelChange();
  const sentence = useRef<HTMLParagraphElement>(null);
  const isMade = useMadeChange() === change.id;
  useEffect(() => {
    // An open dialog moves the focus when it closes.
    if (isMade && !document.querySelector('dialog[open]')) sentence.current?.focus();
  }, [isMade]);
  return (
    <Line>
      <p
        ref={sentence}
        tabIndex={-1}
        data-made-change={isMade || undefined}
        className="min-w-0 grow py-1.5"
        onFocus={() => publishMadeChange(null)}
      >
        <ChangeSentence change={change} /> <ChangePays change={change} />
        {cancel.error && (
          <span role="alert" className="block">
            <ErrorMessage error={cancel.error} failed={text.cancelFailed} />
          </span>
        )}
      </p>
      {isOwner && checkoutUrl !== null && (
        <a
          href={checkoutUrl}
          className={`${linkClassName} ${actionClassName}`}
          onClick={(event) => {
            event.preventDefault();
            openCheckout(change);
          }}
        >
          {text.continueToPayment}
        </a>
      )}
      {isOwner && isBlocked(change) && (
        <TextLink className={actionClassName} href={getReviewUrl(change)}>
          {text.review}
        </TextLink>
      )}
      {isOwner && change.trial === 'end' && previous !== null && (
        <TextLink className={actionClassName} href={pageUrls.plans({ switch: previous.id })}>
          <span>{interpolate(text.trial.choose, [previous.title])}</span>
        </TextLink>
      )}
      {isOwner && !cancelable && (origin === 'host' || origin === 'product') && (
        <TextLink className={actionClassName} href={pageUrls.plans()}>
          {text.choose}
        </TextLink>
      )}
      {isOwnRequest(change) && (
        <TextLink className={actionClassName} href={pageUrls.requests()}>
          {text.viewRequests}
        </TextLink>
      )}
      {cancelable && (
        <TextButton
          className={actionClassName}
          aria-disabled={cancel.isPending || undefined}
          onClick={() => {
            if (!cancel.isPending) cancel.mutateAsync({ id: change.id }).then(onCanceled, () => undefined);
          }}
        >
          {cancel.isPending ? text.canceling : <CancelLabel change={change} />}
        </TextButton>
      )}
    </Line>
  );
}

/** The sentences about a switch, or about a change of an add-on. */
function useSentences({ optional_feature: addOn }: AccountChangeBody) {
  const text = usePageText('account').changes;
  return addOn ? text.addOn : text;
}

/** The plan or the add-on of a change. */
function ChangeSubject({ change }: { change: AccountChangeBody }) {
  return <CatalogText className="font-medium">{useChangeSubject()(change)}</CatalogText>;
}

/** What the account keeps if the change is canceled. */
function CancelLabel({ change }: { change: AccountChangeBody }) {
  const text = usePageText('account').changes;
  const { cancelSwitch } = useSentences(change);
  const { origin, waits_for, users, quantity, version, previous_version: previous } = change;
  if (origin === 'member' && waits_for === 'owner') return text.withdraw;
  if (waits_for === 'host' || change.optional_feature) return cancelSwitch;
  if (change.commands.length > 1) return text.addOn.cancelSwitch;
  if (previous?.id === version.id) {
    if (users !== null) return text.keepUsers;
    return quantity === null ? text.keepBilling : text.keepQuantity;
  }
  return previous ? <span>{interpolate(text.keep, [previous.title])}</span> : text.cancelSwitch;
}

/** What happens, and when. */
export function ChangeSentence({ change }: Pick<OpenChangeProps, 'change'>) {
  const { provider } = use(CatalogTextContext);
  const text = usePageText('account').changes;
  const sentences = useSentences(change);
  const { effective_at: at, version, previous_version: previous, origin, waits_for } = change;
  const { users, quantity, optional_feature: addOn } = change;
  const formatNumbers = useNumbersFormat();
  const plan = <ChangeSubject key="subject" change={change} />;
  const providerName = <bdi key="provider">{provider}</bdi>;
  if (waits_for === 'host') return interpolate(sentences.waitsForProvider, [plan, providerName]);
  if (isBlocked(change)) {
    return (
      <>
        {interpolate(sentences.notMade, [plan])} <Blockers change={change} />
      </>
    );
  }
  if (at === null || waits_for === 'owner') return interpolate(text.youAsked, [plan]);
  const date = <AppDate key="date" at={at} />;
  const lastDay = <AppDate key="date" at={at} until />;
  if (change.trial === 'end' && previous) {
    return previous.id === version.id
      ? interpolate(text.trialOf, [plan, lastDay, <ChangeTotal key="price" change={change} />])
      : interpolate(text.trialOf, [previous.title, lastDay, plan]);
  }
  if (change.commands.length > 1) {
    return interpolate(text.changesAll, [<ChangeList key="list" change={change} />, date]);
  }
  if (addOn) {
    return quantity === 0
      ? interpolate(text.addOn.turnsOff, [<CatalogText key="title">{addOn.title}</CatalogText>, date])
      : interpolate(text.changesTo, [plan, date]);
  }
  if (previous?.id === version.id && (users ?? quantity) !== null) {
    const number =
      users === null
        ? formatNumbers({ users: 1, quantity, price: { ...version, user_fee: null } })
        : formatNumbers({ users, quantity, price: version });
    return interpolate(text.changesNumber, [<bdi key="number">{number}</bdi>, date]);
  }
  if (previous?.id === version.id) return interpolate(text.changesPeriod[change.billing_period], [date]);
  if (origin === 'product') return interpolate(text.byProvider, [providerName, plan, date]);
  if (origin === 'host' && previous) return interpolate(text.until, [previous.title, lastDay, plan]);
  return interpolate(text.changesTo, [plan, date]);
}

/** All that changes together: "Basic · 5 users · 0 × Pack". */
function ChangeList({ change }: Pick<OpenChangeProps, 'change'>) {
  const { pricing } = useText();
  const getSubject = useChangeSubject();
  const formatNumbers = useNumbersFormat();
  const { version, previous_version: previous, billing_period: period, confirmed, commands } = change;
  const isMoved = previous?.id !== version.id;
  const isOtherPeriod = confirmed.totals.before?.billing_period !== period;
  const items = commands.flatMap((command) => {
    const { optional_feature: addOn, users, quantity } = command;
    if (addOn) return [getSubject({ version, optional_feature: addOn, quantity })];
    return [
      ...(isMoved ? [version.title] : []),
      ...(isOtherPeriod ? [pricing.billedPeriod[period]] : []),
      ...(users === null ? [] : [formatNumbers({ users, quantity: null, price: version })]),
      ...(quantity === null
        ? []
        : [formatNumbers({ users: 1, quantity, price: { ...version, user_fee: null } })]),
    ];
  });
  return <CatalogText className="font-medium">{items.join(' · ')}</CatalogText>;
}

/** Why a change was not made when it was due, each reason once. */
function Blockers({ change: { blockers, version } }: Pick<OpenChangeProps, 'change'>) {
  const texts: Record<string, string> = usePageText('account').changes.blockers;
  const byCode = new Map(blockers.map((blocker) => [blocker.code, blocker]));
  return [...byCode.values()].map((blocker) => (
    <span key={blocker.code}>
      {texts[blocker.code] ?? <BlockerMessage blocker={blocker as Blocker} plan={version} />}{' '}
    </span>
  ));
}

interface EndedChangeProps {
  change: AccountChangeBody;
  takesFocus: boolean;
  onDismiss: () => void;
}

/** How a change ended. */
function EndedChange({ change, takesFocus, onDismiss }: EndedChangeProps) {
  const { ui } = useText();
  const line = useRef<HTMLParagraphElement>(null);
  useEffect(() => {
    if (takesFocus) line.current?.focus();
  }, [takesFocus]);
  return (
    <Line>
      <p ref={line} tabIndex={-1} className="min-w-0 grow py-1.5">
        <EndSentence change={change} />
        {change.state === 'declined' && change.message !== null && (
          <Quote className="block">{change.message}</Quote>
        )}
      </p>
      {change.state === 'applied' && (
        <TextLink className={actionClassName} href={pageUrls.history()}>
          {ui.viewHistory}
        </TextLink>
      )}
      <TextButton className={actionClassName} onClick={onDismiss}>
        {ui.dismiss}
      </TextButton>
    </Line>
  );
}

function EndSentence({ change }: Pick<EndedChangeProps, 'change'>) {
  const { kept } = usePageText('account').changes;
  const text = useSentences(change);
  const { state, version, previous_version: previous, decided_by: by, origin } = change;
  const plan = <ChangeSubject key="subject" change={change} />;
  if (state === 'declined') {
    return interpolate(text.declinedBy, [<bdi key="person">{by?.name}</bdi>, plan]);
  }
  const isKept =
    state === 'canceled' && origin !== 'member' && previous !== null && previous.id !== version.id;
  if (isKept) return interpolate(kept, [previous.title]);
  if (state === 'applied' || state === 'superseded' || state === 'expired' || state === 'canceled') {
    return interpolate(text[state], [plan]);
  }
  return null;
}
