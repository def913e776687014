'use client';

import { useRef, useState } from 'react';
import { PreloadText, usePageText } from '@/components/i18n/page-text';
import { Button } from '@/components/ui/button';
import { StateLabel } from '@/components/ui/icon';
import { Code } from '@/components/ui/inline-text';
import { PageHeading } from '@/components/ui/page-parts';
import { TextLink } from '@/components/ui/text-link';
import { useRefreshInterval } from '@/lib/client/page-mutation';
import { staffUrls } from '@/lib/client/staff-urls';
import { type DeliveriesPage, useTestWebhookEndpoint, type WebhookSecret } from '@/lib/client/webhooks';
import type { WebhookDeliveries, WebhookEndpointBody } from '@/lib/contract/webhooks';
import { AttemptResult, DeliveriesSection } from './deliveries-section';
import { EndpointSettings } from './endpoint-settings';
import { SecretNotice } from './secret-notice';
import { WebhookError } from './webhook-state';

interface EndpointViewProps {
  endpoint: WebhookEndpointBody;
  shown: DeliveriesPage;
  deliveries: WebhookDeliveries;
}

const refreshIntervalMs = 10_000;
const openDeliveriesRefreshIntervalMs = 2000;

/** An endpoint with its settings and its deliveries. */
export function EndpointView({ endpoint, shown, deliveries }: EndpointViewProps) {
  const text = usePageText('staff').webhooks;
  const isOpen = deliveries.payload.some(({ state }) => state === 'waiting' || state === 'queued');
  useRefreshInterval(isOpen ? openDeliveriesRefreshIntervalMs : refreshIntervalMs);
  return (
    <div className="measure">
      <PreloadText groups={['staff', 'account']} />
      <p className="screen-only pt-6">
        <TextLink href={staffUrls.webhooks()}>{text.backToList}</TextLink>
      </p>
      <Endpoint endpoint={endpoint} />
      <DeliveriesSection endpoint={endpoint} shown={shown} deliveries={deliveries} />
    </div>
  );
}

const rotationSeconds = 24 * 60 * 60;

function Endpoint({ endpoint }: { endpoint: WebhookEndpointBody }) {
  const text = usePageText('staff').webhooks;
  const [rotated, setRotated] = useState<WebhookSecret | null>(null);
  const test = useTestWebhookEndpoint(endpoint.id);
  const rotateButton = useRef<HTMLButtonElement>(null);
  return (
    <>
      <PageHeading
        title={<bdi dir="ltr">{new URL(endpoint.url).host}</bdi>}
        lead={<Code>{endpoint.url}</Code>}
        aside={
          <Button tone="solid" blocked={test.isPending} onClick={() => test.mutate(undefined)}>
            {test.isPending ? text.test.working : text.test.action}
          </Button>
        }
      />
      <div role="status" className="empty:hidden">
        {test.error && !test.isPending && <WebhookError error={test.error} />}
        {test.data && !test.isPending && (
          <div className="mb-12 border-s-4 border-rule ps-4">
            <p className="font-medium">
              <StateLabel icon={test.data.delivered ? 'tick' : 'cross'}>
                {test.data.delivered ? text.test.delivered : text.test.failed}
              </StateLabel>
            </p>
            <p className="text-small text-soft">{text.test.note}</p>
            <AttemptResult attempt={test.data} />
          </div>
        )}
      </div>
      {rotated && (
        <SecretNotice
          url={endpoint.url}
          secret={rotated.secret}
          previousValidUntil={
            rotated.secret_rotated === null ? null : rotated.secret_rotated + rotationSeconds
          }
          onDone={() => {
            setRotated(null);
            rotateButton.current?.focus();
          }}
        />
      )}
      <EndpointSettings endpoint={endpoint} rotateButton={rotateButton} onRotated={setRotated} />
    </>
  );
}
