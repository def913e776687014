// Entry point of the process that attacks. It receives one AttackOrder, and sends an AttackResult when the attack is over.
// It is a process of its own, so that its work does not delay the measurements, with a lower priority than the server's:
// attackers do not use the server's processors.

import { setPriority } from 'node:os';
import { AttackClient, type AttackOrder, type AttackResult } from './attack-client';
import { attacks } from './attacks';

process.once('disconnect', () => process.exit());
process.once('message', async ({ name, target, durationMs }: AttackOrder) => {
  const client = new AttackClient(target);
  const attack = attacks.find((each) => each.name === name);
  const begin = () => {
    process.send?.('begun');
    return AbortSignal.timeout(durationMs);
  };
  const failures = attack
    ? await attack.run(client, begin).catch((error: Error) => [error.message])
    : [`there is no attack "${name}"`];
  const result: AttackResult = { statuses: client.statuses, failures };
  process.send?.(result, () => process.exit());
});
setPriority(10);
process.send?.('ready');
