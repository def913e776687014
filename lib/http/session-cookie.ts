import { sessionCookieName as name } from '@/lib/contract/session-cookie';

/** Content of the session cookie, null where there is none. */
export function readSessionCookie(headers: Headers): string | null {
  for (const part of (headers.get('cookie') ?? '').split(';')) {
    const [key, ...value] = part.trim().split('=');
    if (key === name) return value.join('=') || null;
  }
  return null;
}

/** `Set-Cookie` that keeps the secret until `expires`. */
export function sessionCookie(secret: string, expires: Date): string {
  return `${name}=${secret}; Path=/; Expires=${expires.toUTCString()}; Secure; HttpOnly; SameSite=Lax`;
}

/** `Set-Cookie` that takes the secret away. */
export const noSessionCookie = `${name}=; Path=/; Max-Age=0; Secure; HttpOnly; SameSite=Lax`;
