import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { locateProblem } from './locate-problem';
import { parsePriceListText, readSheets } from './sheets';

const source = readFileSync('examples/price-list.yml', 'utf8');
const sheets = readSheets(parsePriceListText({ source, extension: 'plans: {TEAM: {recommended: true}}\n' }));

it.each([
  ['a setting of a plan', 'list', 'plans.TEAM.price', ['plans', 'list.price', 'plans.TEAM']],
  [
    'a feature of a plan',
    'list',
    'plans.TEAM.features.singleSignOn.value',
    ['plans', 'features.singleSignOn', 'plans.TEAM'],
  ],
  [
    'a limit of a plan',
    'list',
    'plans.TEAM.usageLimits.storageLimit',
    ['plans', 'usageLimits.storageLimit', 'plans.TEAM'],
  ],
  [
    'a setting of the extension',
    'extension',
    'plans.TEAM.recommended',
    ['plans', 'extension.recommended', 'plans.TEAM'],
  ],
  [
    'the extension within the list',
    'list',
    'custom.app_versions.plans.TEAM.recommended',
    ['plans', 'extension.recommended', 'plans.TEAM'],
  ],
  [
    'what owners can do with a plan',
    'extension',
    'switching.plans.TEAM',
    ['plans', 'extension.switching', 'plans.TEAM'],
  ],
  [
    'when owners can downgrade',
    'extension',
    'switching.downgrades',
    ['app', 'extension.downgrades', 'value'],
  ],
  ['an unknown setting of a plan', 'list', 'plans.TEAM.unknown', ['plans', 'extension.title', 'plans.TEAM']],
  [
    'what an add-on raises',
    'list',
    'addOns.extraStorage.usageLimitsExtensions.storageLimit.value',
    ['addOns', 'usageLimits.storageLimit', 'addOns.extraStorage'],
  ],
  [
    'a setting of a feature',
    'list',
    'features.singleSignOn.valueType',
    ['features', 'features.singleSignOn', 'list.valueType'],
  ],
  ['a setting of the app', 'list', 'currency', ['app', 'list.currency', 'value']],
  ['a setting of the app in the extension', 'extension', 'app.title', ['app', 'extension.title', 'value']],
])('finds the cell of %s', (_, file, path, [sheet, row, column]) => {
  expect(locateProblem(sheets, { file, path })).toEqual({ sheet, row, column });
});

it('finds no cell of an unknown key, and of a plan with a longer name', () => {
  expect(locateProblem(sheets, { file: 'list', path: 'colour' })).toBeNull();
  expect(locateProblem(sheets, { file: 'list', path: 'plans.TEAMS.price' })).toBeNull();
});
