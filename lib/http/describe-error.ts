export interface ErrorDescription {
  name: string;
  message: string;
  code?: string;
  stack?: string[];
  cause?: ErrorDescription;
}

/**
 * An error for the log: the last line of its message and where it was thrown. The lines before are left out because
 * Prisma repeats there what it was asked, which is what somebody sent.
 */
export function describeError(error: unknown, depth = 0): ErrorDescription {
  if (!(error instanceof Error))
    return { name: typeof error, message: withoutSecrets(lastLine(String(error))) };
  const { name, message, stack, cause } = error;
  const code = 'code' in error && typeof error.code === 'string' ? error.code : null;
  const frames = (stack ?? '').split('\n').filter((line) => /^\s+at /.test(line));
  return {
    name,
    message: withoutSecrets(lastLine(message)),
    ...(code !== null && { code }),
    ...(frames.length > 0 && { stack: frames.slice(0, 20).map((line) => line.trim()) }),
    ...(cause !== undefined && depth < 3 && { cause: describeError(cause, depth + 1) }),
  };
}

/** Takes out keys, links and sessions by their form, and the password of an address. */
export function withoutSecrets(text: string): string {
  return text
    .replace(/\bav[kls]_[0-9A-Za-z]+/g, (secret) => `${secret.slice(0, 3)}_…`)
    .replace(/(:\/\/[^\s/:@]*:)[^\s/@]+@/g, '$1…@');
}

function lastLine(message: string): string {
  const line = message.trim().split('\n').at(-1)?.trim() ?? '';
  return line.length > 500 ? `${line.slice(0, 500)}…` : line;
}
