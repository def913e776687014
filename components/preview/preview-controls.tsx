'use client';

import type { inferParserType } from 'nuqs';
import { useText } from '@/components/text/text-provider';
import { CheckField } from '@/components/ui/check-field';
import { previewParts, type previewState, previewWidths } from '@/lib/client/page-state';
import type { ProductPreview } from '@/lib/contract/product-preview';
import { AccountChoice } from './account-choice';
import { Choice } from './choice';

export type PreviewState = inferParserType<typeof previewState>;

interface PreviewControlsProps {
  preview: ProductPreview;
  state: PreviewState;
  /** Without a network there is nothing to look at but what is there. */
  blocked: boolean;
  onChange: (change: Partial<PreviewState>) => void;
}

/** Which tiers, whose eyes, which page, how wide. */
export function PreviewControls({ preview, state, blocked, onChange }: PreviewControlsProps) {
  const text = useText();
  const change = (wanted: Partial<PreviewState>) => {
    if (!blocked) onChange(wanted);
  };
  return (
    <section
      aria-label={text.preview.controls}
      className="mb-8 grid gap-x-8 gap-y-6 border-t-2 border-rule pt-4 middle:grid-cols-2 wide:grid-cols-[minmax(0,1.4fr)_minmax(0,1.4fr)_auto_auto]"
    >
      <HiddenPlans
        hidden={preview.hidden}
        shown={state.show}
        blocked={blocked}
        onChange={(show) => change({ show })}
      />
      <AccountChoice
        accounts={preview.accounts}
        chosen={state.as}
        blocked={blocked}
        onChange={(as) => change({ as })}
      />
      <Choice
        legend={text.preview.part}
        name="part"
        options={previewParts}
        labelOf={(part) => text.preview.parts[part]}
        chosen={state.part}
        blocked={blocked}
        onChange={(part) => change({ part })}
      />
      <Choice
        legend={text.preview.width}
        name="width"
        options={previewWidths}
        labelOf={text.preview.widths}
        chosen={state.width}
        blocked={blocked}
        onChange={(width) => change({ width })}
      />
    </section>
  );
}

interface HiddenPlansProps {
  hidden: ProductPreview['hidden'];
  shown: readonly string[];
  blocked: boolean;
  onChange: (show: string[]) => void;
}

function HiddenPlans({ hidden, shown, blocked, onChange }: HiddenPlansProps) {
  const text = useText();
  if (hidden.length === 0) return <p className="py-2.5 text-soft">{text.preview.noHidden}</p>;
  return (
    <fieldset className="min-w-0">
      <legend className="text-small text-soft">{text.preview.hidden}</legend>
      <div className="flex flex-wrap gap-x-6">
        {hidden.map(({ id, title }) => (
          <CheckField
            key={id}
            checked={shown.includes(id)}
            aria-disabled={blocked || undefined}
            onChange={({ currentTarget: { checked } }) =>
              onChange(
                hidden.flatMap((each) =>
                  (each.id === id ? checked : shown.includes(each.id)) ? each.id : [],
                ),
              )
            }
          >
            <bdi>{title}</bdi>
          </CheckField>
        ))}
      </div>
    </fieldset>
  );
}
