'use client';

import { useRef, useState } from 'react';
import { Button } from '@/components/ui/button';
import { Code } from '@/components/ui/code';
import { StaleDataNotice } from '@/components/ui/load-error';
import { PageHeading } from '@/components/ui/page-heading';
import { QueryStatus } from '@/components/ui/query-status';
import { Skeleton, SkeletonList } from '@/components/ui/skeleton';
import { StateLabel } from '@/components/ui/state-label';
import { TextLink } from '@/components/ui/text-link';
import { pageUrls } from '@/lib/client/page-urls';
import { useTestWebhookEndpoint, useWebhookEndpoints, type WebhookSecret } from '@/lib/client/webhooks';
import type { WebhookEndpointBody } from '@/lib/contract/webhooks';
import { AttemptResult, DeliveriesSection } from './deliveries-section';
import { EndpointSettings } from './endpoint-settings';
import { SecretNotice } from './secret-notice';
import { useWebhooksText } from './use-webhooks-text';
import { WebhookError } from './webhook-state';

/** An endpoint with its settings and its deliveries. */
export function EndpointView({ id }: { id: string }) {
  const text = useWebhooksText();
  const list = useWebhookEndpoints();
  const endpoint = list.data?.data.find((each) => each.id === id);
  return (
    <div className="measure">
      <p className="screen-only pt-6">
        <TextLink href={pageUrls.webhooks()}>{text.backToList}</TextLink>
      </p>
      {list.data && endpoint && (
        <>
          <Endpoint key={id} endpoint={endpoint} />
          <StaleDataNotice query={list} />
          <DeliveriesSection endpoint={endpoint} />
        </>
      )}
      {list.data && !endpoint && <PageHeading title={text.missing.title} lead={text.missing.body} />}
      {!list.data && (
        <>
          <PageHeading title={text.title} />
          <QueryStatus title={text.failed} query={list}>
            <SkeletonList rowCount={1} rowClassName="border-t-2 border-line py-6">
              <Skeleton className="h-5 w-72" />
              <Skeleton className="mt-6 h-5 w-48" />
            </SkeletonList>
          </QueryStatus>
        </>
      )}
    </div>
  );
}

const rotationSeconds = 24 * 60 * 60;

function Endpoint({ endpoint }: { endpoint: WebhookEndpointBody }) {
  const text = useWebhooksText();
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
