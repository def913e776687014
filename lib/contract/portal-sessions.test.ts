import { expect, test } from 'vitest';
import { portalSessionRequestSchema } from './portal-sessions';

const parse = (fields: Record<string, unknown>) => {
  const { success, error } = portalSessionRequestSchema.safeParse({
    role: 'product',
    name: 'Ada',
    ...fields,
  });
  return success || error.issues.map(({ path, message }) => `${path.join('.')}: ${message}`).join(' ');
};

test.each([
  ['return_url', 'https://larder.example'],
  ['return_url', 'https://app.larder.example:8443/billing?from=plans#top'],
  ['return_url', 'http://localhost:4000/'],
  ['return_url', 'http://127.0.0.1'],
  ['return_url', 'http://[::1]:4000/'],
  ['path', '/'],
  ['path', '/?switch=ver_01m7y5y7gme06t8g132f0g3ype&seats=3'],
  ['path', '/compare?q=%C3%BC'],
  ['path', '/history'],
  ['locale', 'de'],
  ['locale', 'ar-EG'],
  ['locale', 'en-Latn-GB-u-ca-gregory'],
])('%s can be %s', (field, value) => {
  expect(parse({ [field]: value })).toBe(true);
});

const url = 'return_url: Expected a URL with https, or with http and a loopback host';
const path = 'path: Expected the path of a page';
const locale = 'locale: Expected a language tag with one of the languages en, de, ar';

test.each([
  ['return_url', 'http://larder.example/', url],
  ['return_url', 'http://localhost.larder.example/', url],
  ['return_url', 'http://localhost@larder.example/', url],
  ['return_url', 'https://ada:secret@larder.example/', url],
  ['return_url', 'javascript:alert(1)', url],
  ['return_url', '//larder.example', url],
  ['return_url', '/billing', url],
  ['return_url', '', url],
  ['return_url', `https://larder.example/${'x'.repeat(2000)}`, 'return_url: Too big'],
  ['path', '', path],
  ['path', 'compare', path],
  ['path', '/nothing', path],
  ['path', '/compare/', path],
  ['path', '/preview/frame', path],
  ['path', '/enter?link=avl_1', path],
  ['path', '//larder.example', path],
  ['path', '/\\larder.example', path],
  ['path', '/?a=1#top', path],
  ['path', '/?a= 1', path],
  ['path', '/?a=1\r\nSet-Cookie: a=b', path],
  ['path', '/?ü', path],
  ['path', `/?${'x'.repeat(2000)}`, 'path: Too big'],
  ['locale', 'fr', locale],
  ['locale', 'de_AT', locale],
  ['locale', 'german', locale],
  ['locale', '', locale],
  ['locale', '*', locale],
])('%s can’t be %j', (field, value, message) => {
  expect(parse({ [field]: value })).toContain(message);
});
