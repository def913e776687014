import { makeId } from '@/lib/contract/ids';
import { command } from '@/lib/ops/command';
import { OperatorError } from '@/lib/ops/operator-error';
import { readArguments } from '@/lib/ops/read-arguments';
import { withOwner } from '@/lib/ops/with-owner';
import { isNothing } from '@/prisma/catalog/changes';
import { Refused } from '@/prisma/catalog/fault';
import { applyImport, type Import, planImport } from '@/prisma/catalog/import-catalog';
import { loadFiles } from '@/prisma/catalog/load-files';
import { printPlan } from '@/prisma/catalog/print-plan';

const usage = 'Usage: npm run catalog -- plan|apply FILE --app SLUG';

/** The command runs in the project's folder; a path means what it means where it was typed. */
const whereTyped = process.env.INIT_CWD ?? process.cwd();

await command(async () => {
  const { values, positionals } = readArguments({ app: { type: 'string' } }, usage);
  const [verb, file, ...rest] = positionals;
  const slug = values.app;
  if ((verb !== 'plan' && verb !== 'apply') || !file || !slug || rest.length > 0)
    throw new OperatorError(usage);
  if (!/^[a-z0-9]+(-[a-z0-9]+)*$/.test(slug) || slug.length > 63) {
    throw new OperatorError(`"${slug}" is no slug: up to 63 small letters, digits and single hyphens are.`);
  }
  try {
    await run(verb, { slug, ...(await loadFiles(file, whereTyped)) });
  } catch (error) {
    if (!(error instanceof Refused)) throw error;
    throw new OperatorError(`${error.message}\n\nRefused. Nothing was changed.`);
  }
});

async function run(verb: 'plan' | 'apply', order: Import): Promise<void> {
  await withOwner(async (db) => {
    const plan = verb === 'plan' ? await planImport(db, order) : await applyImport(db, order, makeId);
    console.log(printPlan(order.slug, plan));
    if (isNothing(plan.changes)) return;
    console.log(verb === 'plan' ? '\nOnly planned. Nothing was changed.' : '\nApplied.');
  });
}
