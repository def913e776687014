import { createHash } from 'node:crypto';
import { parseNonce } from '../pipeline/content-security-policy';

/** A page as it is rendered. */
export interface RenderedPage {
  status: number;
  /** Names in lower case. */
  headers: Record<string, string>;
  body: string;
}

/** The nonce and the `Link` header of a page, without the nonce, or null for a page that can't be sent repeatedly. */
export function readPageHeaders({
  status,
  headers,
}: RenderedPage): { nonce: string; link: string | null } | null {
  const nonce = parseNonce(headers['content-security-policy'] ?? null);
  if (status !== 200 || nonce === undefined || 'set-cookie' in headers) return null;
  return { nonce, link: headers.link?.replaceAll(`; nonce="${nonce}"`, '') ?? null };
}

/** A part of a page: markup, or what an inline script or style sheet contains. */
export interface PagePiece {
  text: string;
  inline: 'script' | 'style' | null;
}

/**
 * Splits a page at its inline scripts and style sheets, and removes the nonce from it. A policy can then allow them by their
 * hashes, so that the same bytes can be sent repeatedly. Those without the nonce are markup, which no policy allows.
 */
export function splitPage(body: string, nonce: string): PagePiece[] {
  const toPiece = (text: string, inline: PagePiece['inline']): PagePiece => ({
    text: text.replaceAll(` nonce="${nonce}"`, '').replaceAll(nonce, ''),
    inline,
  });
  const tag = `<(script|style)(?![^>]* src=)[^>]* nonce="${escapeRegExp(nonce)}"[^>]*>`;
  const pieces: PagePiece[] = [];
  let position = 0;
  for (const match of body.matchAll(new RegExp(`(${tag})(.*?)</\\2>`, 'gs'))) {
    const [, start = '', name, content = ''] = match;
    const contentStart = match.index + start.length;
    pieces.push(toPiece(body.slice(position, contentStart), null), toPiece(content, name as 'script'));
    position = contentStart + content.length;
  }
  return [...pieces, toPiece(body.slice(position), null)];
}

/** SHA-256 of the inline scripts or style sheets, in base64. */
export function hashInline(pieces: PagePiece[], inline: 'script' | 'style'): string[] {
  return pieces.flatMap((piece) =>
    piece.inline === inline ? createHash('sha256').update(piece.text).digest('base64') : [],
  );
}

export function escapeRegExp(text: string): string {
  return text.replace(/[$()*+.?[\\\]^{|}]/g, '\\$&');
}
