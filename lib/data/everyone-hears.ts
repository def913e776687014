import { Acknowledgements } from './acknowledgements';
import type { Database } from './client';
import { askAll, channel, leaseMs, randomNumber, whoListens } from './hearing';

/**
 * Returns when every server has heard of what was committed before: from then on none answers from what it remembered
 * of the time before. One that is silent is waited for until it uses its memory no more by itself.
 */
export async function everyoneHears(db: Database): Promise<void> {
  const client = await db.pool.connect();
  const number = randomNumber();
  const acknowledgements = new Acknowledgements(leaseMs);
  const hear = ({ payload = '' }: { payload?: string }) => acknowledgements.hear(payload);
  const ignore = () => {};
  client.on('error', ignore);
  client.on('notification', hear);
  let lost: Error | undefined;
  try {
    const { rows } = await client.query<{ number: number }>(whoListens);
    if (rows.length === 0) return;
    const { token, heard } = acknowledgements.expect();
    await client.query(`LISTEN ${channel}_${number}`);
    await client.query(askAll(number, token));
    await heard(rows.map((row) => row.number));
    await client.query(`UNLISTEN ${channel}_${number}`);
  } catch (error) {
    lost = error as Error;
    throw error;
  } finally {
    client.off('notification', hear);
    client.off('error', ignore);
    client.release(lost);
  }
}
