import { expect, test } from 'vitest';
import { generateMigration } from './generate-migration';

test('the schema, the functions and the migrations agree', async () => {
  expect(await generateMigration(process.env.DATABASE_URL ?? '')).toBeNull();
});
