import { Problem } from '@/lib/contract/errors';
import { config } from './config';

/** Reads a JSON body: 415 for another type or a compressed one, 413 over the limit (16 KiB), 400 `invalid_json`. */
export async function readJson(request: Request): Promise<unknown> {
  const type = request.headers.get('content-type')?.split(';')[0]?.trim().toLowerCase();
  if (type !== 'application/json') {
    throw new Problem('unsupported_media_type', 'Send the body as application/json.');
  }
  const coding = request.headers.get('content-encoding')?.trim().toLowerCase() || 'identity';
  if (coding !== 'identity') {
    throw new Problem('unsupported_media_type', 'Send the body as it is, without Content-Encoding.');
  }
  const text = await readText(request);
  try {
    return JSON.parse(text);
  } catch (cause) {
    throw new Problem('invalid_json', 'The body is not valid JSON.', { cause });
  }
}

/** Reads a body up to the limit, never holding more of it than that. */
export async function readText(request: Request): Promise<string> {
  return decode(
    await readBytes(request).catch((cause) => {
      if (cause instanceof Problem) throw cause;
      // Whoever hung up hears nothing of it; the log should not take it for a fault of ours.
      throw new Problem('invalid_json', 'The body broke off before its end.', { cause });
    }),
  );
}

async function readBytes(request: Request): Promise<ArrayBuffer | Uint8Array> {
  const announced = request.headers.get('content-length');
  if (Number(announced ?? 0) > config.bodyLimit) throw tooLarge();
  // No more than was announced is ever let through.
  if (announced !== null) return request.arrayBuffer();
  const chunks: Uint8Array[] = [];
  let size = 0;
  const reader = request.body?.getReader();
  for (let next = await reader?.read(); reader && next && !next.done; next = await reader.read()) {
    size += next.value.byteLength;
    if (size > config.bodyLimit) {
      // Nobody waits for the rest, but it is taken off the connection, on which the next request may be under way.
      discard(reader);
      throw tooLarge();
    }
    chunks.push(next.value);
  }
  return Buffer.concat(chunks);
}

async function discard(reader: ReadableStreamDefaultReader): Promise<void> {
  const { done } = await reader.read().catch(() => ({ done: true }));
  if (!done) await discard(reader);
}

function decode(bytes: ArrayBuffer | Uint8Array): string {
  try {
    return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  } catch (cause) {
    throw new Problem('invalid_json', 'The body is not valid UTF-8.', { cause });
  }
}

function tooLarge(): Problem {
  return new Problem('body_too_large', `The body is larger than ${config.bodyLimit / 1024} KiB.`);
}
