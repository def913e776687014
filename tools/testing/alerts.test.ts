import { execFileSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { parse, stringify } from 'yaml';
import { projectRoot } from '@/tools/project-root.mjs';
import { findProgram } from './find-program';

// The alert rules with the series of two hours, of servers in four states. An alert that a state does not list must not fire.

interface AlertRules {
  groups: { rules: { alert: string; labels: Record<string, string>; annotations: { summary: string } }[] }[];
}

interface ServerState {
  /** The values of each series, one a minute, without `job` and `instance`. */
  series: Record<string, string>;
  /** The alerts that fire, with the labels of their series. */
  firing: Record<string, Record<string, string>>;
}

const rulesFile = join(projectRoot, 'docs/operations/alerts.yml');
const minutes = 120;
const always = (value: number) => `${value}x${minutes}`;
const increasing = (perMinute: number) => `0+${perMinute}x${minutes}`;
/** A value that is there in every other minute. */
const repeated = (value: number) =>
  Array.from({ length: minutes + 1 }, (_, minute) => (minute % 2) * value).join(' ');

const count = 'http_server_request_duration_seconds_count';
const bucket = 'http_server_request_duration_seconds_bucket';
/** Requests a minute: all reads, those that take up to 250 ms, and errors. */
const requests = (all: number, fast: number, errors: number) => ({
  [`${count}{method="GET",status="200"}`]: increasing(all),
  [`${count}{method="GET",status="503"}`]: increasing(errors),
  [`${bucket}{method="GET",status="200",le="0.25"}`]: increasing(fast),
  [`${bucket}{method="GET",status="200",le="0.5"}`]: increasing(all),
  [`${bucket}{method="GET",status="200",le="+Inf"}`]: increasing(all),
});

const idle = {
  up: always(1),
  ...requests(0, 0, 0),
  app_versions_listener_connected: always(1),
  app_versions_invalidation_timeouts_total: always(0),
  app_versions_synchronous_replication: always(1),
  app_versions_pool_waiting: always(0),
  app_versions_page_workers_ready: always(1),
  'app_versions_pages{state="waiting"}': always(0),
  app_versions_webhook_delivery_late_seconds: always(0),
  'app_versions_webhook_attempts_total{outcome="delivered"}': always(0),
  'app_versions_webhook_attempts_total{outcome="retry"}': always(0),
  'app_versions_webhook_attempts_total{outcome="failed"}': always(0),
  'app_versions_webhook_attempts_total{outcome="gone"}': always(0),
  'app_versions_webhook_endpoints_disabled{reason="request"}': always(0),
  'app_versions_webhook_endpoints_disabled{reason="failing"}': always(0),
};
const instance = { instance: 'server' };

const states: Record<string, ServerState> = {
  idle: { series: idle, firing: {} },
  busy: {
    series: {
      ...idle,
      ...requests(3000, 2980, 20),
      app_versions_invalidation_timeouts_total: increasing(0.2),
      app_versions_pool_waiting: repeated(5),
      app_versions_page_workers_ready: repeated(1),
      app_versions_listener_connected: repeated(1),
      'app_versions_pages{state="waiting"}': repeated(12),
      app_versions_webhook_delivery_late_seconds: repeated(90),
      'app_versions_webhook_attempts_total{outcome="delivered"}': increasing(500),
      'app_versions_webhook_attempts_total{outcome="retry"}': increasing(5),
      'app_versions_webhook_endpoints_disabled{reason="request"}': always(2),
    },
    firing: {},
  },
  exhausted: {
    series: {
      ...idle,
      ...requests(3000, 2000, 200),
      app_versions_pool_waiting: always(1),
      'app_versions_pages{state="waiting"}': always(64),
    },
    firing: {
      AppVersionsErrors: instance,
      AppVersionsSlow: instance,
      AppVersionsPoolExhausted: { ...instance, job: 'app-versions' },
      AppVersionsPagesWait: { ...instance, job: 'app-versions', state: 'waiting' },
    },
  },
  broken: {
    series: {
      ...idle,
      up: always(0),
      app_versions_listener_connected: always(0),
      app_versions_invalidation_timeouts_total: increasing(1),
      app_versions_synchronous_replication: always(0),
      app_versions_page_workers_ready: always(0),
      app_versions_webhook_delivery_late_seconds: always(61),
      'app_versions_webhook_attempts_total{outcome="gone"}': increasing(1),
      'app_versions_webhook_endpoints_disabled{reason="failing"}': always(1),
    },
    firing: {
      AppVersionsServerDown: { ...instance, job: 'app-versions' },
      AppVersionsListenerDisconnected: { ...instance, job: 'app-versions' },
      AppVersionsInvalidationTimeouts: { ...instance, job: 'app-versions' },
      AppVersionsReplicationAsynchronous: { ...instance, job: 'app-versions' },
      AppVersionsPagesUnavailable: { ...instance, job: 'app-versions' },
      AppVersionsWebhooksLate: {},
      AppVersionsWebhooksFail: {},
      AppVersionsWebhookEndpointDisabled: { reason: 'failing' },
    },
  },
};

const { groups }: AlertRules = parse(readFileSync(rulesFile, 'utf8'));
const rules = groups.flatMap((group) => group.rules);

test('each alert fires in one state of a server', () => {
  const fired = Object.values(states).flatMap(({ firing }) => Object.keys(firing));
  expect(fired.toSorted()).toEqual(rules.map(({ alert }) => alert).toSorted());
});

const promtool = findProgram('promtool');

test.skipIf(!promtool)(
  'alerts fire for exhausted and broken servers, and not for idle and busy ones (promtool)',
  () => {
    const folder = mkdtempSync(join(tmpdir(), 'alerts-'));
    try {
      const file = join(folder, 'alerts.test.yml');
      writeFileSync(
        file,
        stringify({ rule_files: [rulesFile], evaluation_interval: '1m', tests: createTests() }),
      );
      execFileSync(promtool ?? '', ['test', 'rules', file], { encoding: 'utf8', stdio: 'pipe' });
    } finally {
      rmSync(folder, { recursive: true });
    }
  },
);

/** One test of promtool for each state, with each alert. */
function createTests() {
  return Object.entries(states).map(([name, { series, firing }]) => ({
    name,
    interval: '1m',
    input_series: Object.entries(series).map(([key, values]) => ({ series: addLabels(key), values })),
    alert_rule_test: rules.map(({ alert, labels, annotations }) => ({
      eval_time: `${minutes}m`,
      alertname: alert,
      exp_alerts: alert in firing ? [createAlert(annotations.summary, { ...labels, ...firing[alert] })] : [],
    })),
  }));
}

function addLabels(series: string): string {
  const [metric = '', labels = '}'] = series.split('{');
  return `${metric}{job="app-versions",instance="server",${labels}`;
}

function createAlert(summary: string, labels: Record<string, string>) {
  const text = summary.replace(/\{\{ \$labels\.(\w+) \}\}/g, (_, name: string) => labels[name] ?? '');
  return { exp_labels: labels, exp_annotations: { summary: text } };
}
