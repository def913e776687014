'use client';

import { useEffect, useId, useRef } from 'react';
import { useSwitchingText } from '@/components/switch/use-switching-text';
import { TextField } from '@/components/ui/text-field';
import type { ChangeSession } from './use-change-session';

const maxReasonLength = 500;

interface ReasonFieldProps {
  session: Pick<ChangeSession, 'reason' | 'setReason' | 'needsReason' | 'isReasonMissing' | 'isLocked'>;
  /** Whether it is a note for the owner who is asked. */
  asks: boolean;
}

/** The reason is shown in the history. */
export function ReasonField({ session, asks }: ReasonFieldProps) {
  const { reason, setReason, needsReason, isReasonMissing, isLocked } = session;
  const switching = useSwitchingText();
  const fieldId = useId();
  const field = useRef<HTMLInputElement>(null);
  useEffect(() => {
    if (isReasonMissing) field.current?.focus();
  }, [isReasonMissing]);
  return (
    <div className="pt-6">
      <label htmlFor={fieldId} className="text-small text-soft">
        {needsReason ? switching.requiredReason : asks ? switching.ask.note : switching.reason}
      </label>
      <TextField
        ref={field}
        id={fieldId}
        value={reason}
        required={needsReason}
        aria-invalid={isReasonMissing || undefined}
        aria-describedby={isReasonMissing ? `${fieldId}-error` : undefined}
        maxLength={maxReasonLength}
        readOnly={isLocked}
        onChange={({ currentTarget }) => setReason(currentTarget.value)}
        autoComplete="off"
        className="mt-1 w-full"
      />
      {isReasonMissing && (
        <p id={`${fieldId}-error`} className="mt-2 border-s-4 border-lost ps-4">
          {switching.reasonMissing}
        </p>
      )}
    </div>
  );
}
