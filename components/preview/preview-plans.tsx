'use client';

import { type ReactNode, type SyntheticEvent, use, useMemo, useState } from 'react';
import { CatalogText, CatalogTextContext, CatalogTexts } from '@/components/i18n/catalog-text';
import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { TextContext, useText } from '@/components/i18n/text-provider';
import { withUnits } from '@/components/i18n/texts';
import { AccountNotices } from '@/components/notices/account-notices';
import { PlanFamilyGrids } from '@/components/plans/plan-family-grids';
import { PlanOverview } from '@/components/plans/plan-grid';
import { PriceControls } from '@/components/pricing/price-controls';
import { areUsersFixed, getSeats, toSeatsParam, useBilling } from '@/components/pricing/use-billing';
import { YoursMark } from '@/components/ui/badge';
import { PageHeading } from '@/components/ui/page-heading';
import { previewSearchParams } from '@/lib/client/staff-urls';
import { useSearchParams } from '@/lib/client/use-search-params';
import type { ProductPreview } from '@/lib/contract/product-preview';
import type { AppInfo } from '@/lib/contract/versions';
import { findUserUnit, hasUserFee } from '@/lib/pricing/price';

interface PreviewPlansProps {
  data: ProductPreview['list']['data'];
  /** What the account is told of changes. */
  notices?: ProductPreview['notices'];
  asAccount: boolean;
  action: Omit<Parameters<typeof PlanFamilyGrids>[0]['action'], 'offline'>;
}

/** The plans as the plans page shows them. */
export function PreviewPlans({ data, notices = [], asAccount, action }: PreviewPlansProps) {
  const { pricing } = useText();
  const [{ seats: requestedSeats }, setSearchParams] = useSearchParams(previewSearchParams);
  const billing = useBilling(data);
  const seats = getSeats(data, requestedSeats);
  const current = data.versions.find((version) => version.current);
  return (
    <>
      <PageHeading
        title={pricing.title}
        lead={
          current ? (
            <p>
              <YoursMark />{' '}
              {interpolate(pricing.yourPlanIs, [
                <CatalogText key="plan" className="font-medium text-ink">
                  {current.title}
                </CatalogText>,
              ])}
            </p>
          ) : (
            <p className={asAccount ? undefined : 'phone:hidden'}>
              {asAccount ? pricing.noPlan : pricing.visitorLead}
            </p>
          )
        }
        aside={
          <PriceControls
            seats={seats}
            unit={findUserUnit(data.versions)}
            onSeats={
              data.versions.some(hasUserFee) && !areUsersFixed(data)
                ? (next) => setSearchParams({ seats: toSeatsParam(data, next) })
                : undefined
            }
            billing={billing}
            versions={data.versions}
          />
        }
      />
      {notices.length > 0 && (
        <AccountNotices
          notices={notices}
          list={data}
          period={billing.period}
          isDismissible={false}
          offline={false}
          onSwitch={action.onSwitch}
        />
      )}
      <PlanOverview list={data} seats={seats} billing={billing} />
      <PlanFamilyGrids list={data} seats={seats} billing={billing} action={{ ...action, offline: false }} />
    </>
  );
}

interface DisabledActionsProps {
  /** What the children show, in its language. */
  list: ProductPreview['list']['data'];
  children: ReactNode;
}

/** Disables links and forms, and shows a message when the user tries to use one. */
export function DisabledActions({ list, children }: DisabledActionsProps) {
  const previewText = usePageText('staff').preview;
  const [blocked, setBlocked] = useState(false);
  const block = (event: SyntheticEvent) => {
    event.preventDefault();
    event.stopPropagation();
    setBlocked(true);
  };
  const onClick = (event: SyntheticEvent) => {
    const target = event.target instanceof Element ? event.target.closest('a[href]') : null;
    // A link to a part of the page, such as a plan's card, works.
    if (target && !target.getAttribute('href')?.startsWith('#')) block(event);
  };
  return (
    <div onClickCapture={onClick} onSubmitCapture={block}>
      <CatalogLanguage app={list.app}>
        <CatalogTexts of={list}>{children}</CatalogTexts>
      </CatalogLanguage>
      <p role="status" className="sticky bottom-0 z-20 bg-ink text-paper">
        {blocked && <span className="block px-5 py-2.5 text-small">{previewText.frame.linksDisabled}</span>}
      </p>
    </div>
  );
}

/** Shows a catalog in another language than that of the page, such as of a draft. */
function CatalogLanguage({ app, children }: { app: AppInfo; children: ReactNode }) {
  const settings = use(CatalogTextContext);
  const texts = use(TextContext);
  const { language, list_language: listLanguage, units } = app;
  const ownTexts = useMemo(() => texts && withUnits(texts, { units, language }), [texts, units, language]);
  return (
    <CatalogTextContext value={{ ...settings, language, listLanguage }}>
      <TextContext value={ownTexts}>{children}</TextContext>
    </CatalogTextContext>
  );
}
