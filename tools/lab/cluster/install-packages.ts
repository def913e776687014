import { spawnSync } from 'node:child_process';
import { existsSync, rmSync, writeFileSync } from 'node:fs';
import { CliError } from '@/tools/cli';
import { runStep } from '@/tools/progress.mjs';

/** A file of each Debian package. */
const packages = {
  'etcd-server': '/usr/bin/etcd',
  haproxy: '/usr/sbin/haproxy',
  patroni: '/usr/bin/patroni',
  pgbackrest: '/usr/bin/pgbackrest',
  pgbouncer: '/usr/sbin/pgbouncer',
  'postgresql-15': '/usr/lib/postgresql/15/bin/postgres',
  prometheus: '/usr/bin/prometheus',
  'python3-etcd': '/usr/lib/python3/dist-packages/etcd/__init__.py',
};

/** Debian's packages start their services when they are installed. This prevents it. */
const policyFile = '/usr/sbin/policy-rc.d';
/** The names of services that differ from those of their packages. */
const services: Record<string, string> = { 'etcd-server': 'etcd', 'postgresql-15': 'postgresql' };

/** Installs the missing packages from the registry of Debian. Throws a `CliError` if that is not possible. */
export async function installClusterPackages(): Promise<void> {
  const missing = Object.entries(packages).flatMap(([name, file]) => (existsSync(file) ? [] : [name]));
  if (missing.length === 0) return;
  if (process.getuid?.() !== 0 || !existsSync('/etc/debian_version')) {
    throw new CliError(
      `These Debian packages are missing: ${missing.join(', ')}. Install them, or run this command as root on Debian 12.`,
    );
  }
  await runStep(`installing ${missing.length} packages`, async () => {
    const ownPolicy = !existsSync(policyFile);
    if (ownPolicy) writeFileSync(policyFile, '#!/bin/sh\nexit 101\n', { mode: 0o755 });
    try {
      runApt(['update', '-qq']);
      runApt(['install', '-qq', '-y', '--no-install-recommends', ...missing]);
    } finally {
      if (ownPolicy) rmSync(policyFile);
    }
    // They would start with the machine. Services of packages that were installed before stay as they are.
    const installed = missing.filter((name) => name !== 'python3-etcd' && name !== 'pgbackrest');
    spawnSync('systemctl', ['disable', '--quiet', ...installed.map((name) => services[name] ?? name)]);
  });
}

function runApt(args: string[]): void {
  const { status, stderr } = spawnSync('apt-get', args, {
    encoding: 'utf8',
    env: { ...process.env, DEBIAN_FRONTEND: 'noninteractive' },
    stdio: ['ignore', 'ignore', 'pipe'],
  });
  if (status !== 0) throw new CliError(`apt-get ${args[0]} failed:\n${(stderr ?? '').trim()}`);
}
