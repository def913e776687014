import { expect, test } from 'vitest';
import { parseBody } from '../pipeline/read-body';

const call = (name: unknown, args: unknown, others = {}) => ({
  jsonrpc: '2.0',
  id: 1,
  method: 'tools/call',
  params: { name, arguments: args, ...others },
});
const parse = (message: unknown) =>
  parseBody({ type: 'mcp', bytes: new TextEncoder().encode(JSON.stringify(message)) });

const names = Array.from({ length: 10_000 }, (_, index) => `a${index}`);
const many = Object.fromEntries(names.map((name) => [name, 1]));
const long = 'x'.repeat(100_000);

/** What the event loop gets of a message. */
async function measure(message: unknown): Promise<{ size: number; parsed: unknown }> {
  const parsed = await parse(message);
  return { size: JSON.stringify(parsed).length, parsed };
}

test.each([
  ['many arguments', call('checkCatalog', many), 'arguments: expected at most 5, not 10000.'],
  ['many arguments of a read', call('getVersion', many), /^arguments: expected at most \d+, not 10000\.$/],
  ['a long argument', call('getVersion', { id: long }), 'id: expected at most 16384 characters.'],
  ['a long header', call('getVersion', { account: long }), 'account: expected at most 16384 characters.'],
  ['a long name', call('getVersion', { [long]: 1 }), /^x{255}… is not a known field\.$/],
  ['a long list', call('getVersion', { id: names }), 'id: expected text, a number or a boolean.'],
])('of a call with %s, the event loop gets the tool and the error', async (_, message, expected) => {
  const { size, parsed } = await measure(message);
  const { name } = message.params;
  expect(parsed).toEqual({
    value: {
      message: { ...message, params: { name, arguments: {} } },
      call: {
        tool: name,
        errors: [expect.objectContaining({ message: expect.stringMatching(expected) })],
      },
    },
  });
  expect(size).toBeLessThan(2000);
});

test.each([
  ['a tool that does not exist', call('nothing', many), { call: null }],
  ['a long list as arguments', call('getVersion', names), null],
  ['long arguments', call('getVersion', long), null],
  ['a long name of a tool', call(long, {}), null],
  ['a tool that is no text', call({ toString: long }, {}), null],
  ['other parameters', call('getVersion', {}, { _meta: many }), null],
  ['a long ID', { ...call('getVersion', {}), id: long }, null],
  ['a long method', { ...call('getVersion', {}), method: long }, null],
  ['other fields', { ...call('getVersion', {}), ...many }, null],
  ['tools/list', { jsonrpc: '2.0', id: 1, method: 'tools/list', params: many }, null],
  ['initialize', { jsonrpc: '2.0', id: 1, method: 'initialize', params: { capabilities: many } }, null],
  ['a notification', { jsonrpc: '2.0', method: 'notifications/initialized', params: many }, null],
  ['a batch', names.map((id) => ({ jsonrpc: '2.0', id, method: 'tools/list' })), null],
])('of a message with much in %s, the event loop gets nothing of it', async (_, message, value) => {
  const { size, parsed } = await measure(message);
  expect(parsed).toMatchObject(
    value ? { value } : { errors: [{ field: 'body', code: 'parameter_invalid' }] },
  );
  expect(size).toBeLessThan(2000);
});

test('the body of a call is bytes, which the operation parses', async () => {
  const parsed = await parse(call('createDraft', { source: 'a: 1', note: 'Idea', idempotency_key: 'k1' }));
  const request = { headers: [['Idempotency-Key', 'k1']], params: {}, search: '' };
  const body = new TextEncoder().encode('{"source":"a: 1","note":"Idea"}');
  expect(parsed).toEqual({
    value: {
      message: call('createDraft', {}),
      call: { tool: 'createDraft', request: { ...request, body } },
    },
  });
});
