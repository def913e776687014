import type {
  CatalogDifference,
  CatalogProblem,
  Decision,
  ListTexts,
  ScheduleConflict,
  ScheduleOutcome,
} from '@/lib/contract/catalog-editions';
import type { AppCatalog } from '@/lib/db/catalog';
import type { NewAnnouncement } from '@/lib/db/catalog-announcements';
import type { EditionActor, EditionText, EditionWithText } from '@/lib/db/catalog-editions';
import type { RevenuePlan } from '@/lib/db/revenue';

/** A text to compare with the live catalog of an app. */
interface CatalogCheckInput extends EditionText {
  appId: string;
  /** Decisions of the draft. What the list does not have is a warning. */
  decided?: Record<string, Decision> | null;
  /** Decisions of a request, which replace them. What the list does not have is a problem. */
  existing?: Record<string, Decision>;
  /** The draft that has the text. With it, the check says what becomes of the other scheduled editions. */
  editionId?: string;
  /** Whether the edition is to end. Then the check says why it can't. */
  ends?: boolean;
  /** Whether to plan what accounts pay. */
  revenue?: boolean;
  /** Whether to list what can be translated. */
  texts?: boolean;
  /** Whether to plan what it changes for accounts. */
  announces?: boolean;
}

/** What becomes of a scheduled edition when another one is published. */
export interface ScheduledOutcome {
  edition: EditionWithText;
  outcome: ScheduleOutcome;
  conflicts: ScheduleConflict[];
}

/** What is wrong with a text, or what it would change. */
export interface CatalogCheck {
  problems: CatalogProblem[];
  /** It is null with problems. */
  difference: CatalogDifference | null;
  /** The catalog after a publication. The IDs of new rows are their keys. It is null with problems. */
  catalog: AppCatalog | null;
  /** Identifies the difference without the decisions of the input. It is null with problems. */
  digest: string | null;
  /** It also identifies the other scheduled editions. It is null with problems. */
  reviewDigest: string | null;
  /** The other scheduled editions, if the text is published now. It is empty with problems, and without `editionId`. */
  scheduled: ScheduledOutcome[];
  /** Why the edition can't end. It is null if it can, and without `ends`. */
  endProblem: string | null;
  /** What accounts pay before and after it, or null with problems, and without `revenue`. */
  revenue: RevenuePlan | null;
  /** What can be translated, or null if problems keep it from being known, and without `texts`. */
  texts: ListTexts | null;
  /** What it changes for accounts. It is empty with problems, and without `announces`. */
  announcements: NewAnnouncement[];
}

/** When a publication ends, and what accounts do then. */
export interface EditionEnd {
  endsAt: Date;
  endsExisting: Decision;
}

/** A publication that is due now. `scheduled` if it was confirmed earlier: the other fields are those of the edition then. */
export type PublicationInput = { appId: string; editionId: string } & (
  | { scheduled: true }
  | {
      scheduled: false;
      by: EditionActor;
      /** They replace those of the edition. */
      existing: Record<string, Decision>;
      /** Null to keep that of the edition. */
      note: string | null;
      /** When the publication ends, or null if it does not. */
      end: EditionEnd | null;
      /** What was confirmed. Null means anything. */
      revision: number | null;
      digest: string | null;
    }
);

/**
 * `canceled`: a scheduled edition is a draft again. `skipped`: it is not due any more. `stale`: not what was confirmed.
 * `check` is the present state. `unchanged`: the live catalog has the same content. `invalid` for a scheduled edition: it
 * takes too much time or memory, and nothing was written. `decided_by_publisher`: the two-person rule rejects decisions that
 * the edition does not have.
 */
type PublicationOutcome =
  | {
      outcome:
        | 'published'
        | 'canceled'
        | 'skipped'
        | 'not_found'
        | 'not_draft'
        | 'other_publisher_required'
        | 'changes_requested'
        | 'unchanged';
    }
  | { outcome: 'decided_by_publisher' }
  | { outcome: 'stale'; check: CatalogCheck }
  | { outcome: 'end_unavailable'; problem: string }
  | { outcome: 'invalid'; problems: CatalogProblem[] };

/** Two texts to compare. `counted` counts the accounts on the live versions. */
interface ComparisonInput {
  appId: string;
  from: EditionText;
  to: EditionText;
  counted: boolean;
}

/** What changes between two texts, or the one with problems. */
type Comparison = { difference: CatalogDifference } | { invalid: 'from' | 'to'; problems: CatalogProblem[] };

/** Reads, compares and publishes price lists. lib/price-list implements it. */
export interface CatalogImporter {
  check(input: CatalogCheckInput): Promise<CatalogCheck>;
  publish(input: PublicationInput): Promise<PublicationOutcome>;
  compare(input: ComparisonInput): Promise<Comparison>;
  /** The live catalog as a text, or why no text can express it. */
  export(input: { appId: string }): Promise<EditionText | { problems: CatalogProblem[] }>;
}
