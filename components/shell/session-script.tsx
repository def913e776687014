import type { CurrentUser } from '@/lib/contract/current-user';

interface SessionScriptProps {
  nonce: string | undefined;
  /** The value is null when the user could not be determined. */
  user: CurrentUser | null;
}

/**
 * An inline script for the head of the page. A browser restores a page from its back/forward cache without a request. The
 * script stores the user of each page, and reloads a restored page if another page has had another user since.
 */
export function SessionScript({ nonce, user }: SessionScriptProps) {
  const key = user && user.role !== null ? [user.account?.id, user.role, user.name].join(' ') : '';
  // Browsers hide the nonce attribute from scripts, so the client sees another value than the server rendered.
  return (
    <script nonce={nonce} data-user={key} suppressHydrationWarning>
      {`(${reloadForOtherUser})()`}
    </script>
  );
}

/** Serialized into the page with `toString`, so it must not refer to anything outside itself. */
function reloadForOtherUser(): void {
  const user = document.currentScript?.dataset.user;
  try {
    // A page in a frame of another site has no user.
    if (window === window.top) localStorage.setItem('user', user ?? '');
  } catch {
    // Without storage there are no cookies either, and so no user.
    return;
  }
  window.addEventListener('pageshow', ({ persisted }) => {
    if (!persisted || localStorage.getItem('user') === user) return;
    document.body.remove();
    location.reload();
  });
}
