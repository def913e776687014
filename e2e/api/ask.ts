import type { APIRequestContext, APIResponse } from '@playwright/test';
import { checkAnswer } from './check-answer';

interface Ask {
  method?: string;
  key?: string;
  headers?: Record<string, string>;
  /** Sent as JSON; a text or bytes as they are. */
  body?: unknown;
}

export interface Answer<T> {
  status: number;
  headers: Record<string, string>;
  body: T;
  response: APIResponse;
}

/** Sends a request and holds whatever comes back against the served description. */
export async function ask<T = unknown>(
  request: APIRequestContext,
  path: string,
  { method, key, headers = {}, body }: Ask = {},
): Promise<Answer<T>> {
  const verb = method ?? (body === undefined ? 'GET' : 'POST');
  const response = await request.fetch(path, {
    method: verb,
    maxRedirects: 0,
    headers: {
      ...(key && { Authorization: `Bearer ${key}` }),
      ...(body !== undefined && { 'Content-Type': 'application/json' }),
      ...headers,
    },
    ...(body !== undefined && {
      data: toBytes(body),
    }),
  });
  const answer = { status: response.status(), headers: response.headers(), response };
  const text = await response.text();
  await checkAnswer({ method: verb, url: path, sent: readSent(body), ...answer, text });
  const isJson = /json/.test(answer.headers['content-type'] ?? '') && verb !== 'HEAD';
  return { ...answer, body: (isJson ? JSON.parse(text) : text) as T };
}

/** Bytes, because a text that is not JSON would be made into some. */
function toBytes(body: unknown): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

/** What was sent, where the server could read it as JSON. */
function readSent(body: unknown): unknown {
  if (body === undefined) return undefined;
  try {
    return JSON.parse(toBytes(body).toString());
  } catch {
    return undefined;
  }
}
