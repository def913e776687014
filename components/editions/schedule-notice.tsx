'use client';

import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { DateText } from '@/components/ui/date-text';
import { Code } from '@/components/ui/inline-text';
import { TextLink } from '@/components/ui/text-link';
import { editionUrls } from '@/lib/client/catalog';
import type {
  EditionBody,
  EditionDetails,
  ScheduleConflict,
  ScheduleOutcome,
} from '@/lib/contract/catalog-editions';

interface ScheduleNoticeProps {
  edition: EditionBody;
  /** Whether it leads to the edition. */
  linked?: boolean;
}

/** Why a scheduled edition is not published, or what it needs to be. It renders nothing for others. */
export function ScheduleNotice({ edition, linked = false }: ScheduleNoticeProps) {
  const text = usePageText('staff').catalog;
  const { id, number, publish_at: at, schedule_failure: failure } = edition;
  if (failure === null && !edition.confirmation_required) return null;
  return (
    <div className="mb-8 border-s-4 border-lost ps-4">
      {linked && <TextLink href={editionUrls.edition(id)}>{text.edition(number)}</TextLink>}
      <p className="font-medium">
        {failure ? text.schedule.failures[failure.reason] : text.schedule.confirmationRequired}
      </p>
      <p>
        {failure
          ? interpolate(text.schedule.failed, [<DateText key="date" at={failure.publish_at} withTime />])
          : at !== null && interpolate(text.schedule.confirm, [<DateText key="date" at={at} withTime />])}
      </p>
      {failure && !linked && (
        <Conflicts conflicts={failure.conflicts} number={number} published={text.schedule.live} />
      )}
    </div>
  );
}

interface ConflictsProps {
  conflicts: ScheduleConflict[];
  /** Number of the scheduled edition. */
  number: number;
  /** What the published value is called. */
  published: string;
}

/** The values that two editions change, with both sides. */
function Conflicts({ conflicts, number, published }: ConflictsProps) {
  const { schedule, edition } = usePageText('staff').catalog;
  const sides = [
    ['base', schedule.before],
    ['live', published],
    ['scheduled', edition(number)],
  ] as const;
  return (
    <ul className="pt-1 text-small">
      {conflicts.map((conflict) => (
        <li key={`${conflict.file} ${conflict.path}`} className="py-1 [overflow-wrap:anywhere]">
          <Code>{conflict.path}</Code>
          {sides.map(([side, label]) => (
            <span key={side} className="block">
              {label}: {conflict[side] === null ? schedule.none : <Code>{conflict[side]}</Code>}
            </span>
          ))}
        </li>
      ))}
    </ul>
  );
}

const failedOutcomes: ReadonlySet<ScheduleOutcome> = new Set(['conflict', 'invalid']);

/** The other scheduled editions, and what becomes of them if this one is published now. */
export function ScheduledEditions({
  edition: { number: ownNumber, scheduled_editions: editions },
  isLater,
}: {
  edition: EditionDetails;
  isLater: boolean;
}) {
  const { schedule, edition, ends } = usePageText('staff').catalog;
  if (editions.length === 0) return null;
  return (
    <div className="mt-4">
      <p className="font-medium">{schedule.others}</p>
      <ul>
        {editions.map(({ id, number, publish_at: at, ends_edition: ended, outcome, conflicts }) => (
          <li key={id} className="border-t border-line py-2">
            {interpolate(isLater ? schedule.other : schedule.outcomes[outcome], [
              edition(number),
              <DateText key="date" at={at} withTime />,
            ])}
            {ended && (
              <span className="block">
                {isLater || !failedOutcomes.has(outcome)
                  ? ends.edition(ended.number)
                  : ends.canceled(ended.number)}
              </span>
            )}
            {!isLater && <Conflicts conflicts={conflicts} number={number} published={edition(ownNumber)} />}
          </li>
        ))}
      </ul>
    </div>
  );
}
