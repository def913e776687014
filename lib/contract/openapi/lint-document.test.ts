import { createConfig, lintFromString } from '@redocly/openapi-core';
import core, { type RulesetDefinition } from '@stoplight/spectral-core';
import rulesets from '@stoplight/spectral-rulesets';
import { expect, test } from 'vitest';
import { createOpenApiDocument } from './create-document';

const timeout = 120_000;
const source = JSON.stringify(createOpenApiDocument());
const incomplete = JSON.stringify({ openapi: '3.1.0', info: { title: 'API', version: '1' }, paths: {} });

test('Redocly’s recommended rules find nothing', { timeout }, async () => {
  const config = await createConfig({ extends: ['recommended'] });
  const lint = async (text: string) =>
    (await lintFromString({ source: text, config })).map(({ ruleId, message }) => `${ruleId}: ${message}`);
  expect(await lint(source)).toEqual([]);
  expect(await lint(incomplete)).not.toEqual([]);
});

test('Spectral’s recommended rules find nothing', { timeout }, async () => {
  const spectral = new core.Spectral();
  spectral.setRuleset({ extends: [[rulesets.oas as RulesetDefinition, 'recommended']] });
  const lint = async (text: string) =>
    (await spectral.run(text)).map(({ code, path, message }) => `${code}: ${path.join('.')} ${message}`);
  expect(await lint(source)).toEqual([]);
  expect(await lint(incomplete)).not.toEqual([]);
});
