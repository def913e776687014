import { vi } from 'vitest';

// Runs before each test file: modules of the server process read the environment once, and share objects on `globalThis`.
vi.unstubAllEnvs();
vi.resetModules();
// The log adds a listener of `exit` each time.
process.setMaxListeners(100);
for (const name of ['appVersionsService', 'appVersionsRateLimits', 'appVersionsInvalidations'])
  Reflect.deleteProperty(globalThis, name);
