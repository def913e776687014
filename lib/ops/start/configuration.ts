import { readConfig } from '@/lib/http/read-config';
import { OperatorError } from '@/lib/ops/operator-error';

/** Fails with a clear message where the server would refuse its configuration, before anything is begun. */
export function insistOnConfiguration(environment: NodeJS.ProcessEnv): void {
  try {
    readConfig(environment, { terminal: true });
  } catch (error) {
    throw new OperatorError(error instanceof Error ? error.message : String(error));
  }
}
