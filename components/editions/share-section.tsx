'use client';

import { interpolate } from '@/components/i18n/interpolate';
import { usePageText } from '@/components/i18n/page-text';
import { Button } from '@/components/ui/button';
import { useCopy } from '@/components/ui/copy-link';
import { DateText } from '@/components/ui/date-text';
import { Section } from '@/components/ui/section';
import { LabeledField, TextField } from '@/components/ui/text-field';
import { useShareEdition, useUnshareEdition } from '@/lib/client/catalog';
import type { EditionDetails } from '@/lib/contract/catalog-editions';
import { EditionError } from './edition-state';

/** Creates and ends the link that shows a draft to anyone. */
export function ShareSection({ edition }: { edition: EditionDetails }) {
  const { share: text } = usePageText('staff').catalog;
  const share = useShareEdition(edition.id);
  const unshare = useUnshareEdition(edition.id);
  const { isCopied, copy, resetCopy } = useCopy();
  const { share_expires_at: expiresAt } = edition;
  const isWorking = share.isPending || unshare.isPending;
  // The secret in it is shown once.
  const url = expiresAt === null ? null : (share.data?.url ?? null);
  const error = share.error ?? unshare.error;
  const create = () => {
    resetCopy();
    unshare.reset();
    share.mutate(undefined);
  };
  return (
    <Section title={text.title}>
      <p className="max-w-[60ch] text-soft">{text.body}</p>
      <div role="status">
        {expiresAt !== null && (
          <p className="pt-3">{interpolate(text.until, [<DateText key="date" at={expiresAt} withTime />])}</p>
        )}
      </div>
      {url !== null && (
        <div className="pt-3">
          <LabeledField label={text.link}>
            {(id) => (
              <div className="flex flex-wrap gap-3">
                <TextField
                  id={id}
                  dir="ltr"
                  readOnly
                  value={url}
                  onFocus={({ currentTarget }) => currentTarget.select()}
                  className="grow"
                />
                <Button onClick={() => void copy(url)}>{text.copy}</Button>
              </div>
            )}
          </LabeledField>
          <p role="status" className="pt-1 text-small text-soft">
            {isCopied !== null && (isCopied ? text.copied : text.copyFailed)}
          </p>
        </div>
      )}
      <div className="flex flex-wrap gap-3 pt-4">
        <Button blocked={isWorking} onClick={create}>
          {expiresAt === null ? text.create : text.replace}
        </Button>
        {expiresAt !== null && (
          <Button
            blocked={isWorking}
            onClick={() => {
              share.reset();
              unshare.mutate(undefined);
            }}
          >
            {text.end}
          </Button>
        )}
      </div>
      <p role="alert" className="pt-3 empty:hidden">
        {error && !isWorking && <EditionError error={error} />}
      </p>
    </Section>
  );
}
