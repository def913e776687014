import type { Role } from './role';

/** Who looks at a page. Not a wire shape: the server hands it to the first render. */
export interface Viewer {
  /** Null for a visitor. */
  role: Role | null;
  name: string | null;
  account: { id: string; title: string } | null;
  /** Whether `/sign-in` offers the demo's people. */
  demo: boolean;
}
