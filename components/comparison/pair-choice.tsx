'use client';

import { useId } from 'react';
import { useText } from '@/components/text/text-provider';
import { Select } from '@/components/ui/select';
import type { Columns } from './arrange-columns';
import type { CompareState } from './use-compare-state';

/** A narrow page shows two plans. Choosing for one side what stands on the other lets them change places. */
export function PairChoice({ state, arranged: { all, pair } }: { state: CompareState; arranged: Columns }) {
  const { comparison } = useText();
  const ids = useId();
  const [first, second] = pair;
  if (!first || !second) return null;
  const sides = [
    {
      id: `${ids}-first`,
      label: comparison.firstPlan,
      own: first,
      other: second,
      arrange: (a: string, b: string) => [a, b],
    },
    {
      id: `${ids}-second`,
      label: comparison.secondPlan,
      own: second,
      other: first,
      arrange: (a: string, b: string) => [b, a],
    },
  ];
  return (
    <div className="grid w-full grid-cols-2 gap-x-4 narrow:hidden">
      {sides.map(({ id, label, own, other, arrange }) => (
        <div key={id} className="flex min-w-0 flex-col gap-1">
          <label htmlFor={id} className="text-small text-soft">
            {label}
          </label>
          <Select
            id={id}
            value={own.tag}
            className="w-full"
            onChange={({ currentTarget: { value } }) =>
              state.showPair(arrange(value, value === other.tag ? own.tag : other.tag))
            }
          >
            {all.map(({ tag, title }) => (
              <option key={tag} value={tag}>
                {title}
              </option>
            ))}
          </Select>
        </div>
      ))}
    </div>
  );
}
