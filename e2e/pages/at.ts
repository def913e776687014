/** Address of a page under the host name of an app; browsers find `*.localhost` on this machine by themselves. */
export function at(host: string, path = '/'): string {
  const url = new URL(path, process.env.BASE_URL);
  url.hostname = host;
  return url.href;
}
