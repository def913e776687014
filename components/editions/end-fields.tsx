'use client';

import type { Ref } from 'react';
import { usePageText } from '@/components/i18n/page-text';
import { RadioFields } from '@/components/ui/form-fields';
import type { Decision, EditionDetails } from '@/lib/contract/catalog-editions';
import { TimeField } from './time-field';

/** When an edition ends, as the field has it, and what accounts do then. */
export interface ChosenEnd {
  time: string;
  existing: Decision;
}

interface EndFieldsProps {
  ref: Ref<HTMLInputElement>;
  edition: EditionDetails;
  /** Whether another edition can be live when this one is published. */
  isLater: boolean;
  end: ChosenEnd | null;
  onChange: (end: ChosenEnd | null) => void;
  isInvalid: boolean;
}

/** Whether and when a publication ends. Renders nothing without an edition before it. */
export function EndFields({ ref, edition, isLater, end, onChange, isInvalid }: EndFieldsProps) {
  const { dialog: text, existing, edition: formatEdition } = usePageText('staff').catalog;
  const live = edition.live_edition;
  if (!live) return null;
  return (
    <>
      <RadioFields
        legend={text.end}
        options={[
          { value: 'never', label: text.endNever },
          { value: 'later', label: text.endLater },
        ]}
        value={end ? 'later' : 'never'}
        onChange={(value) => onChange(value === 'never' ? null : { time: '', existing: 'keep' })}
        className="mt-6"
      >
        {end && (
          <TimeField
            ref={ref}
            label={text.endTime}
            value={end.time}
            isInvalid={isInvalid}
            onChange={(time) => onChange({ ...end, time })}
          >
            {isLater ? text.endHintLater : text.endHint(formatEdition(live.number))}
          </TimeField>
        )}
      </RadioFields>
      {end && (
        <RadioFields
          legend={text.endExisting}
          options={[
            { value: 'keep', label: existing.keep },
            { value: 'keep_price', label: existing.keep_price },
            { value: 'follow', label: existing.follow },
            { value: 'follow_renewal', label: existing.follow_renewal },
          ]}
          value={end.existing}
          onChange={(decision) => onChange({ ...end, existing: decision })}
          className="mt-4"
        >
          <p className="text-small text-soft">{text.endMeans[end.existing]}</p>
        </RadioFields>
      )}
    </>
  );
}
