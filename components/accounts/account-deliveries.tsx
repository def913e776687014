import { getRequestText } from '@/components/i18n/server-text';
import { DateText } from '@/components/ui/date-text';
import { Section } from '@/components/ui/section';
import type { WebhookDeliveryBody } from '@/lib/contract/webhooks';

export type AccountDelivery = WebhookDeliveryBody & { url: string };

/** The newest deliveries of the account's events to the host application. */
export function AccountDeliveries({ deliveries }: { deliveries: AccountDelivery[] }) {
  const { accounts, webhooks } = getRequestText();
  const { deliveries: text } = accounts;
  const types: Record<string, string> = webhooks.eventTypes;
  return (
    <Section title={text.title}>
      {deliveries.length === 0 && <p className="text-soft">{text.none}</p>}
      <ul className="wide:-mt-2.5">
        {deliveries.map(({ event_id: id, url, type, state, created, attempts }) => (
          <li
            key={`${id} ${url}`}
            className="flex flex-wrap justify-between gap-x-6 gap-y-1 border-b border-line py-2.5"
          >
            <span className="min-w-0">
              {types[type] ?? type}
              <bdi className="block text-small text-soft [overflow-wrap:anywhere]">{url}</bdi>
            </span>
            <span className="text-small text-soft">
              {webhooks.deliveries.states[state]}
              {attempts.at(-1)?.status != null && ` (${attempts.at(-1)?.status})`}
              {' · '}
              <DateText at={created} withTime />
            </span>
          </li>
        ))}
      </ul>
    </Section>
  );
}
