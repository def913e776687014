import {
  getKeyId,
  listSigningKeys,
  rotateSigningKey,
  type SigningKey,
} from '@/lib/domain/entitlements/signing-keys';
import { CliError, parseArguments, runMainCommand } from '@/tools/cli';
import { withService } from '@/tools/with-database';

const usage = `Usage:
  npm run --silent signing-key -- list
  npm run --silent signing-key -- rotate

The keys sign the entitlements of accounts. rotate creates a key, which is published at once and signs in an hour. list prints the
published keys, newest first.`;

await runMainCommand(import.meta, usage, run);

export async function run(argv: string[]): Promise<void> {
  const { positionals } = parseArguments({}, usage, argv);
  const [action, ...rest] = positionals;
  if ((action !== 'list' && action !== 'rotate') || rest.length > 0) throw new CliError(usage);
  await withService(async (service) => {
    const keys = action === 'list' ? await listSigningKeys(service) : [await rotateSigningKey(service)];
    console.log(keys.map(formatKey).join('\n') || 'No signing keys.');
  });
}

function formatKey({ publicKey, signsAt }: SigningKey): string {
  return `${getKeyId(publicKey)}  signs from ${signsAt.toISOString()}`;
}
