import type { IncomingMessage, ServerResponse } from 'node:http';
import { embedPath } from '@/lib/client/embed-params';
import { firstHistoryRows } from '@/lib/client/fetch-history';
import { pageUrls } from '@/lib/client/page-urls';
import { createPlaceholders } from '@/lib/http/pages/account-values';
import { loadPage, peekPage } from '@/lib/http/pages/page-cache';
import {
  isUnavailable,
  loadAccountState,
  loadVisitorState,
  type PageState,
  peekVisitorState,
  refreshVisitor,
} from '@/lib/http/pages/page-state';
import { type CachedPage, compilePage } from '@/lib/http/pages/page-template';
import type { RenderedPage } from '@/lib/http/pages/rendered-page';
import { preparePage, sendPage } from '@/lib/http/pages/send-page';
import type { RequestHeaders } from '@/lib/http/pipeline/authenticate';
import { sendBusyPage } from './busy-page';
import { docsPaths, type PageVisit, parsePageVisit } from './page-visit';
import { getPreferences } from './preferences';

/** A request to a page worker. */
export interface PageRequest {
  method: string;
  url: string;
  headers: Record<string, string>;
  /** Of a page that is rendered for all accounts in the state of the user's: the lists of `PageState`. */
  template?: string;
}

export interface PageHandlers {
  /** Renders a page for the cache. */
  render: (request: PageRequest) => Promise<RenderedPage>;
  /** Called for a page that can't be cached. */
  decline: () => void;
}

/**
 * Responds with the page of a visitor, an owner or a member from the cache. If there is none of its state, it is rendered once
 * for all in that state. Returns false for all other requests.
 */
export function handleCachedPage(
  request: IncomingMessage,
  response: ServerResponse,
  handlers: PageHandlers,
): boolean {
  const visit = parsePageVisit(request);
  if (!visit) return false;
  const state = visit.isSignedIn ? null : peekVisitorState(toRequestHeaders(visit));
  const page = state ? peekPage(createKey(visit, state)) : undefined;
  if (page === null) return false;
  if (state && page) {
    send(request, response, { visit, state, page });
    refreshVisitor(toRequestHeaders(visit));
  } else loadAndSend(request, response, { visit, ...handlers });
  return true;
}

async function loadAndSend(
  request: IncomingMessage,
  response: ServerResponse,
  { visit, render, decline }: PageHandlers & { visit: PageVisit },
): Promise<void> {
  const startedAt = Date.now();
  let state: PageState | null = null;
  try {
    state = await loadState(visit);
  } catch (error) {
    // A worker would wait for the database again.
    if (isUnavailable(error) && !visit.isSignedIn && !docsPaths.has(visit.path)) {
      sendBusyPage(request, response, { error, startedAt });
      return;
    }
  }
  // A page worker renders an error.
  if (!state) {
    decline();
    return;
  }
  try {
    const page = await loadPage(createKey(visit, state), () => renderPage(visit, state, render));
    if (page) await preparePage(page, request);
    if (response.destroyed) return;
    if (page) send(request, response, { visit, state, page });
    else decline();
  } catch {
    if (!response.headersSent && !response.destroyed) sendBusyPage(request, response);
  }
}

function toRequestHeaders({ headers }: PageVisit): RequestHeaders {
  return { get: (name) => headers[name] ?? null };
}

function loadState(visit: PageVisit): Promise<PageState | null> {
  const headers = toRequestHeaders(visit);
  if (!visit.isSignedIn) return loadVisitorState(headers);
  return loadAccountState(headers, {
    historyRows: visit.path === pageUrls.history() ? firstHistoryRows : null,
  });
}

/** They are as the layout reads them. */
function findPreferences({ headers, preferences }: PageVisit, { locale }: PageState) {
  if (!locale) return preferences;
  return getPreferences(
    headers.cookie ?? null,
    [locale, headers['accept-language']].filter(Boolean).join(', '),
  );
}

/** All that a page depends on. */
function createKey(visit: PageVisit, state: PageState): string {
  const { target, origin, router } = visit;
  return [state.key, target, findPreferences(visit, state).key, origin, ...Object.values(router)].join(' ');
}

async function renderPage(
  visit: PageVisit,
  state: PageState,
  render: PageHandlers['render'],
): Promise<CachedPage | null | undefined> {
  const { key, values, lists } = state;
  const rendered = await render({
    method: 'GET',
    url: visit.target,
    headers: { ...visit.headers, ...visit.router },
    ...(lists !== undefined && { template: lists }),
  });
  return compilePage(rendered, values && createPlaceholders(key, values), findPreferences(visit, state));
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  { visit, state, page }: { visit: PageVisit; state: PageState; page: CachedPage },
): void {
  const dates = findPreferences(visit, state);
  const isSent = sendPage(request, response, { page, state, dates, isEmbed: visit.path === embedPath });
  if (!isSent) sendBusyPage(request, response);
}
