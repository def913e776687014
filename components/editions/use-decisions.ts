'use client';

import { useRef, useState } from 'react';
import { useSaveEdition } from '@/lib/client/catalog';
import type { CatalogDifference, Decision, EditionDetails } from '@/lib/contract/catalog-editions';

/** Decisions that replace the default ones, by the name of the plan or add-on. */
export type Decisions = Record<string, Decision>;

/** What the user has chosen. Null is the default decision. */
type Choices = Record<string, Decision | null>;

/** What is decided about existing accounts, and what decides. */
export interface Deciding {
  decisions: Decisions;
  decide: (key: string, decision: Decision | null) => void;
  /** Whether what is stored about it can be removed here, so that it has the default decision again. */
  canClear: (key: string) => boolean;
  /** What became of the last choice about it. It is null for a scheduled edition, which gets it with its next publication. */
  getState: (key: string) => 'saving' | 'saved' | 'failed' | null;
  isSaving: boolean;
  error: unknown;
  /** What the edition does not have. Empty for a draft. */
  unsaved: Decisions;
  /** Discards what is not saved. */
  reset: () => void;
}

/**
 * The decisions about existing accounts. Choices about a draft are saved at once, one after another. A scheduled edition
 * would become a draft: a choice about it is part of its next publication.
 */
export function useDecisions({ id, state, revision, existing, difference }: EditionDetails): Deciding {
  const isDraft = state === 'draft';
  const [chosen, setChosen] = useState<{ state: string; choices: Choices; key: string | null }>(nothing);
  const { mutateAsync, isPending, isSuccess, error } = useSaveEdition(id);
  const known = useRef({ choices: {} as Choices, revision: 0, isSending: false });
  // What is saved is that of the edition, once the page is rendered again.
  const choices = chosen.state === state && (!isDraft || isPending) ? chosen.choices : {};

  async function save(): Promise<void> {
    const { current } = known;
    current.isSending = true;
    try {
      let sent: Choices;
      do {
        sent = current.choices;
        const base = Math.max(revision, current.revision);
        const stored = await mutateAsync({ existing: applyChoices(existing ?? {}, sent), revision: base });
        current.revision = stored.revision;
      } while (current.choices !== sent);
    } catch {
      // `error` says why. The page shows what is stored.
      current.choices = {};
    }
    current.isSending = false;
  }

  function decide(key: string, decision: Decision | null): void {
    const { current } = known;
    const isSaved = isDraft && !isPending && !current.isSending;
    const others = isSaved || chosen.state !== state ? {} : current.choices;
    current.choices = { ...others, [key]: decision };
    setChosen({ state, choices: current.choices, key });
    if (isDraft && !current.isSending) void save();
  }

  function getState(key: string): ReturnType<Deciding['getState']> {
    if (!isDraft || chosen.state !== state) return null;
    if (isPending) return key in chosen.choices ? 'saving' : null;
    if (key !== chosen.key) return null;
    if (error !== null) return 'failed';
    return isSuccess ? 'saved' : null;
  }

  return {
    decisions: applyChoices(difference ? listRequested(difference) : {}, choices),
    decide,
    canClear: (key) => isDraft && existing?.[key] !== undefined,
    getState,
    isSaving: isPending,
    error,
    unsaved: isDraft ? {} : applyChoices({}, choices),
    reset: () => setChosen(nothing),
  };
}

const nothing = { state: '', choices: {}, key: null };

function applyChoices(decisions: Decisions, choices: Choices): Decisions {
  const next = { ...decisions };
  for (const [key, decision] of Object.entries(choices)) {
    if (decision) next[key] = decision;
    else delete next[key];
  }
  return next;
}

/** What is decided, by the names that plans and add-ons have now. */
function listRequested(difference: CatalogDifference): Decisions {
  const { versions, earlier_versions, add_ons, earlier_add_ons } = difference;
  return Object.fromEntries(
    [...versions, ...earlier_versions, ...add_ons, ...earlier_add_ons].flatMap(
      ({ key, requested_decision: requested }) => (requested ? [[key, requested] as const] : []),
    ),
  );
}

export function isSameDecisions(one: Decisions | null, other: Decisions | null): boolean {
  const keys = Object.keys({ ...one, ...other });
  return keys.every((key) => one?.[key] === other?.[key]);
}
