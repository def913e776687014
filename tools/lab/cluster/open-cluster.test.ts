import { expect, test } from 'vitest';
import { parse } from 'yaml';
import { renderTemplate } from './open-cluster';

const values = {
  ...{
    name: 'node1',
    address: '10.0.0.1',
    port: 5432,
    rest_port: 8008,
    folder: '/srv/node1',
    password: 'secret',
  },
  ...{
    etcd_hosts: '10.0.0.1:2379, 10.0.0.2:2379',
    network: '10.0.0.0/24',
    bin_folder: '/usr/lib/postgresql/15/bin',
  },
};

test('the settings of Patroni keep acknowledged commits and are consistent', () => {
  const { etcd, postgresql, bootstrap } = parse(renderTemplate('patroni.yml', values));
  expect(etcd.hosts).toEqual(['10.0.0.1:2379', '10.0.0.2:2379']);
  expect(postgresql.listen).toBe('10.0.0.1:5432');
  expect(postgresql.parameters).toMatchObject({ archive_mode: 'on', archive_timeout: 60 });
  expect(postgresql.parameters.archive_command).toMatch(
    /^pgbackrest --config=\/srv\/node1\/\S+ --stanza=app-versions .*%p$/,
  );
  const { dcs } = bootstrap;
  expect(dcs.synchronous_mode).toBe(true);
  expect(dcs.postgresql.parameters.synchronous_commit).toBe('remote_apply');
  expect(dcs.ttl).toBeGreaterThanOrEqual(dcs.loop_wait + 2 * dcs.retry_timeout);
});

test('a template without a value is an error', () => {
  expect(() => renderTemplate('patroni.yml', { ...values, folder: undefined as unknown as string })).toThrow(
    'patroni.yml needs a value for folder.',
  );
});
