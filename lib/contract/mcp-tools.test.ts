import Ajv from 'ajv/dist/2020';
import { describe, expect, it } from 'vitest';
import { describeTools, tools } from './mcp-tools';

describe('tools', () => {
  it('write nothing but drafts and requests', () => {
    const others = [...tools.values()].filter(({ operation }) => operation.method !== 'GET');
    expect(others.map(({ name, asMember }) => [name, asMember])).toEqual([
      ['checkCatalog', false],
      ['createDraft', false],
      ['requestChange', true],
    ]);
  });

  it('return neither credentials nor exports of personal data', () => {
    const secrets = /\b(avk|avs|avt|whsec)_\w{20}|"(secret|token|link)":/;
    for (const { name, operation } of tools.values()) {
      const examples = JSON.stringify(operation.responses.map((response) => response.examples));
      expect([name, secrets.exec(examples)]).toEqual([name, null]);
    }
    expect([...tools.keys()]).not.toContain('exportAccount');
  });

  it('have names and schemas that models accept', () => {
    const ajv = new Ajv({ strict: true, allowUnionTypes: true });
    for (const { name, description, inputSchema } of tools.values()) {
      expect(name).toMatch(/^[a-zA-Z]{1,64}$/);
      expect(description.length).toBeLessThan(1024);
      expect(Object.keys(inputSchema).sort()).toEqual([
        'additionalProperties',
        'properties',
        'required',
        'type',
      ]);
      expect(() => ajv.compile(inputSchema)).not.toThrow();
      expect(JSON.stringify(inputSchema)).not.toContain('$ref');
    }
  });

  it('name the account unless the key belongs to one', () => {
    const listed = describeTools('owner', { hasAccount: true, readOnly: false });
    expect(JSON.stringify(listed)).not.toContain('"account":');
    const ofApp = describeTools('app_key', { hasAccount: false, readOnly: false });
    expect(ofApp.find(({ name }) => name === 'requestChange')?.inputSchema.properties).toHaveProperty(
      'account',
    );
  });
});
