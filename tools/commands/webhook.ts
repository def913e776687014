import { type EventType, eventTypes } from '@/lib/contract/events';
import type { Service } from '@/lib/domain/service';
import {
  createWebhookEndpoint,
  deleteWebhookEndpoint,
  listWebhookEndpoints,
  rotateWebhookSecret,
  testWebhookEndpoint,
  type WebhookEndpoint,
} from '@/lib/domain/webhooks/webhook-endpoints';
import { CliError, parseArguments, runMainCommand } from '@/tools/cli';
import { findApp, withService } from '@/tools/with-database';

const usage = `Usage:
  npm run --silent webhook -- create --app SLUG --url URL [--types TYPE,…]
  npm run --silent webhook -- list --app SLUG
  npm run --silent webhook -- rotate ID --app SLUG
  npm run --silent webhook -- test ID --app SLUG
  npm run --silent webhook -- delete ID --app SLUG

create and rotate print the ID and the secret of the endpoint. Types: ${eventTypes.join(', ')}; default: all.`;

const text = { type: 'string' } as const;

await runMainCommand(import.meta, usage, run);

export async function run(argv: string[]): Promise<void> {
  const { values, positionals } = parseArguments({ app: text, url: text, types: text }, usage, argv);
  const [action, id, ...rest] = positionals;
  const { app: slug, url, types } = values;
  const hasId = action === 'rotate' || action === 'test' || action === 'delete';
  if (
    !slug ||
    rest.length > 0 ||
    (id !== undefined) !== hasId ||
    (url !== undefined) !== (action === 'create')
  ) {
    throw new CliError(usage);
  }
  const typeList = parseTypes(types);
  await withService(async (service) => {
    const app = await findApp(service.db, slug);
    console.log(await runAction(service, { app }, { action, id: id ?? '', url: url ?? '', types: typeList }));
  });
}

async function runAction(
  service: Service,
  caller: Parameters<typeof listWebhookEndpoints>[1],
  { action, id, url, types }: { action: string | undefined; id: string; url: string; types: EventType[] },
): Promise<string> {
  switch (action) {
    case 'create': {
      const { endpoint, secret } = await createWebhookEndpoint(service, caller, { url, types });
      return `${endpoint.id}\n${secret}`;
    }
    case 'rotate': {
      const { endpoint, secret } = await rotateWebhookSecret(service, caller, id);
      return `${endpoint.id}\n${secret}`;
    }
    case 'delete': {
      await deleteWebhookEndpoint(service, caller, id);
      return `Deleted ${id}.`;
    }
    case 'list': {
      const endpoints = await listWebhookEndpoints(service, caller);
      return endpoints.map(formatEndpoint).join('\n') || 'No webhook endpoints.';
    }
    case 'test': {
      const { status, error, durationMs } = (await testWebhookEndpoint(service, caller, id)).response;
      if (error !== null) throw new CliError(`The test event was not delivered: ${error}`);
      return `Delivered: status ${status} after ${durationMs} ms.`;
    }
    default:
      throw new CliError(usage);
  }
}

function parseTypes(text: string | undefined): EventType[] {
  if (text === undefined) return [];
  return text.split(',').map((name) => {
    const type = eventTypes.find((known) => known === name);
    if (!type) throw new CliError(`There is no event type "${name}". Types: ${eventTypes.join(', ')}.`);
    return type;
  });
}

function formatEndpoint({ id, url, types, disabledReason, failingSince }: WebhookEndpoint): string {
  const failing = failingSince ? `failing since ${failingSince.toISOString()}` : 'healthy';
  const state = disabledReason === null ? failing : `disabled (${disabledReason})`;
  return [id, state, types.join(',') || 'all events', url].join('  ');
}
