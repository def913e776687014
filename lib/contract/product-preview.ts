import type { AddOnList } from './add-ons';
import type { EditionBody, EditionPreview } from './catalog-editions';
import type { NoticeBody } from './notices';
import type { SwitchPreview } from './switch';
import type { VersionList } from './versions';

/** Data of the `/preview` page. It is not part of the API: the server passes it to the page. */
export interface ProductPreview {
  list: VersionList;
  /** It is null for a visitor. */
  options: AddOnList | null;
  /** What the account is told of changes. */
  notices: NoticeBody[];
  /** The switch to look at. It is null without one, for a visitor and for an unknown version. */
  switchPreview: SwitchPreview | null;
  as: { id: string; title: string } | null;
  hidden: { id: string; title: string; tag: string }[];
  checks: EditionPreview['checks'];
}

/** The code of why an account or a draft can't be previewed. */
export type PreviewFailure =
  | 'account_not_found'
  | 'edition_not_found'
  | 'edition_not_draft'
  | 'edition_invalid';

/** A draft that can be previewed. */
export type PreviewedDraft = Pick<EditionBody, 'id' | 'number' | 'note'>;
