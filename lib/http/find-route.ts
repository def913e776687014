export interface FoundRoute<R> {
  route: R;
  params: Record<string, string>;
}

/**
 * Makes the way from a path to its route, by addresses as Next's folders spell them: `/api/app/versions/[id]`. Null where
 * there is none, which is so for a trailing slash too, and for a path that can't be decoded.
 */
export function routeFinder<R>(routes: Record<string, R>): (path: string) => FoundRoute<R> | null {
  const plain = new Map(Object.entries(routes).map(([address, route]) => [address, { route, params: {} }]));
  const patterns = Object.entries(routes)
    .filter(([address]) => address.includes('['))
    .map(([address, route]) => ({ route, pattern: patternOf(address) }));
  return (path) => {
    const found = plain.get(path);
    if (found) return found;
    for (const { route, pattern } of patterns) {
      const groups = pattern.exec(path)?.groups;
      if (groups) return decode(route, groups);
    }
    return null;
  };
}

function patternOf(address: string): RegExp {
  const escaped = address.replace(/[.*+?^${}()|\\]/g, '\\$&');
  return new RegExp(`^${escaped.replace(/\[(\w+)\]/g, '(?<$1>[^/]+)')}$`);
}

function decode<R>(route: R, groups: Record<string, string>): FoundRoute<R> | null {
  try {
    const params = Object.entries(groups).map(([name, value]) => [name, decodeURIComponent(value)]);
    return { route, params: Object.fromEntries(params) };
  } catch {
    return null;
  }
}
