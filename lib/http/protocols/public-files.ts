import { readdirSync, readFileSync } from 'node:fs';
import { join, posix } from 'node:path';
import { ApiError } from '@/lib/contract/errors';
import type { ApiResponse } from '../pipeline/response';
import { CachedResponse, parseConditionalHeaders } from '../pipeline/response-cache';

// Files of the project that everyone can read: llms.txt, the documents as Markdown, and the JSON Schemas. The names of a folder
// are read once, so a path of a request is looked up, and never opened. Without `turbopackIgnore`, Next would count all files of
// the project as read here.

const headers = {
  'Cache-Control': 'public, max-age=3600, stale-while-revalidate=86400',
  'Cross-Origin-Resource-Policy': 'cross-origin',
  // Nothing in them depends on the caller.
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Expose-Headers': 'ETag',
  Vary: 'Accept-Encoding',
};

const responses = new Map<string, CachedResponse>();
let files: ReadonlyMap<string, string> | undefined;

/** Responds with the file at a path such as `/docs/spec.md`. Throws 404 `not_found`. */
export async function respondWithFile(request: Request, path: string): Promise<ApiResponse> {
  files ??= listPublicFiles();
  const file = files.get(path);
  if (file === undefined) throw new ApiError('not_found', 'There is no document at this URL.');
  let cached = responses.get(path);
  if (!cached) {
    cached = readPublicFile(path, file);
    responses.set(path, cached);
  }
  const response = cached.getResponse(parseConditionalHeaders(request.headers));
  return { ...response, headers: { ...response.headers, ...headers } };
}

/** The paths of all public files, with their places in the project. */
export function listPublicFiles(): Map<string, string> {
  const list = (folder: string, ending: string) =>
    readdirSync(join(/*turbopackIgnore: true*/ process.cwd(), folder))
      .filter((name) => name.endsWith(ending))
      .map((name) => [name, `${folder}/${name}`] as const);
  const schemas = list('examples/generated', '.schema.json');
  const documents = [...list('docs', '.md'), ...list('docs/decisions', '.md')];
  return new Map([
    ['/llms.txt', 'docs/llms.txt'],
    ...documents.map(([, file]) => [`/${file}`, file] as const),
    ...schemas.map(([name, file]) => [`/schemas/${name.replace('.schema.json', '.json')}`, file] as const),
  ]);
}

function readPublicFile(path: string, file: string): CachedResponse {
  const text = readFileSync(join(/*turbopackIgnore: true*/ process.cwd(), file), 'utf8');
  if (path.endsWith('.json')) return new CachedResponse(text, 'application/schema+json');
  if (path.endsWith('.txt')) return new CachedResponse(text, 'text/plain; charset=utf-8');
  return new CachedResponse(removeLinksToSources(path, text), 'text/markdown; charset=utf-8');
}

/** Replaces links to files that are not public, such as sources, by their text. */
function removeLinksToSources(path: string, text: string): string {
  return text.replace(/\[([^\]]+)\]\(([^):#]+)(?:#[^)]*)?\)/g, (link, label: string, target: string) => {
    const linked = posix.join(posix.dirname(path), target);
    return files?.has(linked) ? link : label;
  });
}
