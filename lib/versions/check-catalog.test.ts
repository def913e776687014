import { expect, test } from 'vitest';
import { checkCatalog } from './check-catalog';
import { aFeature, aVersion, included, optional } from './test-catalog';

test('finds what a product team would want to look at', () => {
  const features = [
    aFeature('everywhere'),
    aFeature('nowhere'),
    aFeature('somewhere'),
    aFeature('retired', { active: false }),
  ];
  const listed = [
    aVersion('ver_a', {
      title: 'Pro',
      description: 'x',
      links: [included('everywhere'), optional('somewhere')],
    }),
    aVersion('ver_b', { title: 'pro ', description: ' ', fee: null, links: [included('everywhere')] }),
  ];
  expect(checkCatalog(features, listed)).toEqual([
    { code: 'feature_in_no_version', subjects: ['nowhere'] },
    { code: 'feature_in_all_versions', subjects: ['everywhere'] },
    { code: 'no_price', subjects: ['pro '] },
    { code: 'no_description', subjects: ['pro '] },
    { code: 'duplicate_title', subjects: ['Pro'] },
  ]);
});

test('has nothing to say of a sound catalogue, or of none', () => {
  const features = [aFeature('some')];
  const listed = [
    aVersion('ver_a', { description: 'x', links: [included('some')] }),
    aVersion('ver_b', { description: 'y' }),
  ];
  expect(checkCatalog(features, listed)).toEqual([]);
  expect(checkCatalog(features, [])).toEqual([]);
});
