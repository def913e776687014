import { describe, expect, it } from 'vitest';
import { routeFinder } from './find-route';

const find = routeFinder({ '/api/things': 'things', '/api/things/[id]': 'thing', '/api/a.json': 'file' });

describe('finding a route', () => {
  it.each([
    ['/api/things', { route: 'things', params: {} }],
    ['/api/things/7', { route: 'thing', params: { id: '7' } }],
    ['/api/things/a%2Fb%20c', { route: 'thing', params: { id: 'a/b c' } }],
    ['/api/things/constructor', { route: 'thing', params: { id: 'constructor' } }],
    ['/api/a.json', { route: 'file', params: {} }],
  ])('%s', (path, found) => {
    expect(find(path)).toEqual(found);
  });

  it.each([
    '/api/things/',
    '/api/things/7/',
    '/api/things/7/8',
    '/api/things/%zz',
    '/api/things/%ff',
    '/api/Things',
    '/api/aXjson',
    '/api',
    '',
  ])('none for %j', (path) => {
    expect(find(path)).toBeNull();
  });
});
