import { closeSync, mkdtempSync, openSync, rmSync } from 'node:fs';
import { devNull, tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Database, openClient } from '@/lib/data/client';
import { freePort } from '@/lib/ops/free-port';
import { migrate } from '@/lib/ops/migrate';
import { openDatabase } from '@/lib/ops/postgres';
import { openDataFolder } from '@/lib/ops/postgres/data-folder';
import { findPostmaster } from '@/lib/ops/postgres/postmaster';
import { startServer } from '@/lib/ops/start/server';
import { testEnvironment } from '@/lib/ops/testing/run-captured';
import { type Child, startChild } from './child-process';
import { unforceRowSecurity } from './data/unforce-row-security';
import type { LoadOrder, LoadResult } from './load/generate-load';
import type { KeptAnswer } from './subjects/bare';
import type { Subject } from './subjects/subject';

/** The servers side by side on one database, and what asks them. */
export interface Stage {
  databaseUrl: string;
  databasePid: number;
  owner: Database;
  service: Subject;
  peer: Subject;
  bare: Subject;
  /** Starts another process of the service or the peer, on the same database unless another is named. */
  addProcess(name: 'service' | 'peer', databaseUrl?: string): Promise<Subject>;
  generate(order: LoadOrder): Promise<LoadResult>;
  /** What the bare server answers from now on. */
  setBareAnswer(answer: KeptAnswer): Promise<void>;
  /** Starts another process of the bench, that ends with the stage. */
  startChild(file: string, environment?: Record<string, string>): Promise<Child>;
  close(): Promise<void>;
}

/** Opens all in a folder of its own, with a database that keeps what it acknowledges, as in production. */
export async function openStage(distDir: string): Promise<Stage> {
  // By the beginning of its name a later test run knows it for one that was left behind.
  const dataDir = mkdtempSync(join(tmpdir(), 'app-versions-test-bench-'));
  const cleanUp: (() => unknown)[] = [() => rmSync(dataDir, { recursive: true, force: true })];
  const close = async () => {
    for (const step of cleanUp.splice(0).toReversed()) await step();
  };
  try {
    const { url, close: closeDatabase } = await openDatabase({ dataDir });
    cleanUp.push(closeDatabase);
    await migrate(url);
    await unforceRowSecurity(url);
    const owner = openClient(url, { as: 'owner' });
    cleanUp.push(() => owner.$disconnect());
    // Logs are written as in production, and thrown away.
    const log = openSync(devNull, 'w');
    cleanUp.push(() => closeSync(log));

    const start = async (file: string, environment: Record<string, string> = {}) => {
      const child = await startChild(join(import.meta.dirname, file), environment);
      cleanUp.push(child.stop);
      return child;
    };
    const addProcess = async (name: 'service' | 'peer', databaseUrl = url): Promise<Subject> => {
      const port = await freePort();
      if (name === 'peer') {
        const { pid } = await start('peer/peer-process.ts', {
          DATABASE_URL: databaseUrl,
          PORT: String(port),
        });
        return { name, ports: [port], pids: [pid] };
      }
      const server = await startServer(
        testEnvironment({
          DATABASE_URL: databaseUrl,
          NEXT_DIST_DIR: distDir,
          RATE_LIMITS: 'off',
          LOG: 'json',
          HOST: '127.0.0.1',
          PORT: String(port),
          EMBEDDED_DATA_DIR: dataDir,
        }),
        log,
      );
      cleanUp.push(server.stop);
      return { name, ports: [port], pids: [server.pid] };
    };

    const generator = await start('load/load-process.ts');
    const barePort = await freePort();
    const bareServer = await start('subjects/bare-process.ts', { PORT: String(barePort) });
    return {
      databaseUrl: url,
      databasePid: findPostmaster(openDataFolder(dataDir).cluster)?.pid ?? 0,
      owner,
      service: await addProcess('service'),
      peer: await addProcess('peer'),
      bare: { name: 'bare server', ports: [barePort], pids: [bareServer.pid] },
      addProcess,
      generate: (order) => generator.ask<LoadResult>(order),
      setBareAnswer: (answer) => bareServer.ask<void>(answer),
      startChild: start,
      close,
    };
  } catch (error) {
    await close();
    throw error;
  }
}
