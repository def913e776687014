'use client';

import { useRouter } from 'next/navigation';
import { type DragEvent, useRef, useState } from 'react';
import { PreloadText, usePageText } from '@/components/i18n/page-text';
import { Button } from '@/components/ui/button';
import { classNames } from '@/components/ui/class-names';
import { type EditionInput, editionUrls, useCreateEdition } from '@/lib/client/catalog';
import { EditionError } from './edition-state';
import { FileInput, maxFileBytes } from './file-input';

interface NewDraftProps {
  /** Whether there are plans, also if no edition records them. */
  hasLive: boolean;
  /** A price list to start from. */
  template: string;
}

/** Creates a draft from the live list, a template or a file, and opens it in the editor. */
export function NewDraft({ hasLive, template }: NewDraftProps) {
  const { create: text } = usePageText('staff').catalog;
  const router = useRouter();
  const fileInput = useRef<HTMLInputElement>(null);
  const [isOver, setIsOver] = useState(false);
  const [isTooLarge, setIsTooLarge] = useState(false);
  const create = useCreateEdition(({ id }) => router.push(editionUrls.edition(id)));
  // After a success, the editor is on its way.
  const working = create.isPending || create.isSuccess;
  const start = (input: EditionInput) => {
    setIsTooLarge(false);
    if (!working) create.mutate(input);
  };
  const startFromFile = async (file: File) => {
    if (file.size > maxFileBytes) setIsTooLarge(true);
    else start({ source: await file.text() });
  };
  const onDrop = (event: DragEvent) => {
    event.preventDefault();
    setIsOver(false);
    const [file] = event.dataTransfer.files;
    if (file) void startFromFile(file);
  };
  return (
    <fieldset
      aria-label={text.legend}
      onDragOver={(event) => {
        event.preventDefault();
        setIsOver(true);
      }}
      onDragLeave={() => setIsOver(false)}
      onDrop={onDrop}
      className={classNames(
        'screen-only mb-10 min-w-0 rounded-control border border-dashed p-5',
        isOver ? 'border-ink bg-sunk' : 'border-edge',
      )}
    >
      <PreloadText groups={['staff']} />
      <p className="pb-3 text-small text-soft">{text.legend}</p>
      <div className="flex flex-wrap items-center gap-3">
        {hasLive && (
          <Button tone="solid" blocked={working} onClick={() => start({ base_id: 'live' })}>
            {text.live}
          </Button>
        )}
        <Button
          tone={hasLive ? 'outlined' : 'solid'}
          blocked={working}
          onClick={() => start({ source: template })}
        >
          {text.template}
        </Button>
        <Button blocked={working} onClick={() => fileInput.current?.click()}>
          {text.file}
        </Button>
        <FileInput
          ref={fileInput}
          accept=".yml,.yaml,text/yaml"
          onFile={(file) => void startFromFile(file)}
        />
        <p className="text-small text-soft">{text.drop}</p>
      </div>
      <div role="status" className="text-small text-soft">
        {working && <p className="pt-3">{text.working}</p>}
      </div>
      <div role="alert">
        {isTooLarge && <p className="pt-3">{text.tooLarge}</p>}
        {create.error && (
          <p className="pt-3">
            {text.failed} <EditionError error={create.error} />
          </p>
        )}
      </div>
    </fieldset>
  );
}
