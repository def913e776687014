import { afterAll } from 'vitest';
import { makeId } from '@/lib/contract/ids';
import { openClient } from '@/lib/db/connection/client';
import { openService, type Service } from '@/lib/domain/service';
import { createCatalogImporter } from '@/lib/price-list/publish/create-catalog-importer';
import { closeService, createTestDatabase } from './test-database';
import { waitUntil } from './wait-until';

/** Opens a database of its own for the tests of a file, as its owner. It is dropped at their end, and all clients are closed. */
export async function openTestDatabase() {
  const { drop, ...urls } = await createTestDatabase();
  const closers: (() => Promise<unknown>)[] = [];
  const openAs = (as: 'owner' | 'runtime' | 'observer') => {
    const url = as === 'observer' ? urls.observerUrl : urls.url;
    const client = openClient(url, { as: as === 'runtime' ? 'runtime' : 'owner' });
    closers.push(() => client.$disconnect());
    return client;
  };
  afterAll(async () => {
    await Promise.all(closers.map((close) => close()));
    await drop();
  });
  return {
    ...urls,
    owner: openAs('owner'),
    openAs,
    onClose: (close: () => Promise<unknown>) => closers.push(close),
  };
}

type ServiceOptions = Parameters<typeof openService>[1];

/** Opens a service, and further ones, on a database of its own for the tests of a file. They are closed at their end. */
export async function openTestService(options?: ServiceOptions) {
  const { onClose, ...database } = await openTestDatabase();
  const openServer = (serverOptions?: ServiceOptions) => {
    const service = openService(database.url, serverOptions);
    service.importer = createCatalogImporter(service.db, makeId);
    onClose(() => closeService(service));
    return service;
  };
  return { ...database, service: openServer(options), openServer };
}

/** Resolves once the listeners of the services are registered. Before, nothing is cached. */
export function waitForListeners(...services: Service[]): Promise<void> {
  const isConnected = async () => services.every(({ listener }) => listener.isConnected());
  return waitUntil(() => 'A listener has not registered.', isConnected);
}
