import type { VersionList } from './version-list';

/** What `/preview` shows the product team. Not a wire shape: the server hands it to the page. */
export interface ProductPreview {
  list: VersionList;
  as: { id: string; title: string } | null;
  accounts: { id: string; title: string }[];
  hidden: { id: string; title: string; tag: string }[];
  checks: {
    code:
      | 'feature_in_no_version'
      | 'feature_in_all_versions'
      | 'no_price'
      | 'no_description'
      | 'duplicate_title';
    subjects: string[];
  }[];
}

/** Somebody the demo's sign-in offers. */
export interface DemoPersonChoice {
  id: string;
  name: string;
  role: 'member' | 'owner' | 'product';
  accountTitle: string | null;
  about: string;
}
