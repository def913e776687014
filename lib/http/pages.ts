import type { History } from '@/lib/contract/history';
import type { DemoPersonChoice, ProductPreview } from '@/lib/contract/product-preview';
import type { SwitchPreview } from '@/lib/contract/switch';
import type { AppInfo, VersionList } from '@/lib/contract/version-list';
import type { Viewer } from '@/lib/contract/viewer';
import { type Caller, requireAccount, requireApp, requireProduct } from '@/lib/versions/caller';
import { findDemoPeople } from '@/lib/versions/demo-people';
import { listVersions } from '@/lib/versions/list-versions';
import { previewCatalog } from '@/lib/versions/preview-catalog';
import { previewSwitch } from '@/lib/versions/preview-switch';
import { readHistory } from '@/lib/versions/read-history';
import { config, getService } from './config';
import { identify } from './identify';
import { presentHistory } from './present/history';
import { presentProductPreview } from './present/product-preview';
import { presentPreview } from './present/switch';
import { presentApp, presentVersionList } from './present/version-list';

/** What a page may ask, for the person who looks at it: the rules in process, in the wire's own shapes. */
export interface Page {
  viewer: Viewer;
  /** Null where the address names no app. */
  app: AppInfo | null;
  listVersions: () => Promise<VersionList>;
  /** Newest first; `cursor` as `next_cursor` gave it. */
  readHistory: (page?: { limit?: number; cursor?: string }) => Promise<History>;
  previewSwitch: (versionId: string) => Promise<SwitchPreview>;
  /** For the product role alone: the list as a visitor or an account, with the chosen hidden versions. */
  readProductPreview: (look: { as: string; show: string[] }) => Promise<ProductPreview>;
  /** Null anywhere but in the demo. */
  demoPeople: () => Promise<DemoPersonChoice[] | null>;
}

/** Opens a page for whoever sent these headers. Throws a `Problem` where the database is gone. */
export async function openPage(headers: Headers): Promise<Page> {
  const caller = await identify(withoutKey(headers));
  const service = getService();
  const { watch } = service.pulse;
  return {
    viewer: viewerOf(caller),
    app: caller.app && presentApp(caller.app),
    listVersions: async () =>
      presentVersionList(await watch(listVersions(service, requireApp(caller))), { matrix: true }),
    readHistory: async ({ limit = 100, cursor } = {}) => {
      const before = cursor === undefined ? null : Number(cursor);
      return presentHistory(await watch(readHistory(service, requireAccount(caller), { limit, before })));
    },
    previewSwitch: async (versionId) =>
      presentPreview(await watch(previewSwitch(service, requireAccount(caller), versionId))),
    readProductPreview: async ({ as, show }) => {
      const accountId = as === 'visitor' ? null : as;
      return presentProductPreview(
        await watch(previewCatalog(service, requireProduct(caller), { accountId, show })),
      );
    },
    demoPeople: async () => (config.demo && caller.app ? watch(findDemoPeople(service, caller.app)) : null),
  };
}

/** A page is for people: whoever sends a key is looked at by the cookie alone. */
function withoutKey(headers: Headers): Headers {
  const own = new Headers(headers);
  own.delete('authorization');
  return own;
}

function viewerOf({ role, actor, account }: Caller): Viewer {
  return { role, name: actor?.name ?? null, account, demo: config.demo };
}
