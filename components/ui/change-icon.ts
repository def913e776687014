/**
 * Of an element that begins with what is gained, lost or changed, or that the account started with. It is a flex or a grid
 * container, and has the margin of the icon with `before:`.
 */
export const changeIconClassNames = {
  plus: 'icon-plus before:bg-gained',
  minus: 'icon-minus before:bg-lost',
  dash: 'icon-dash before:bg-soft',
  tick: 'icon-tick before:bg-current',
};

export type ChangeIconName = keyof typeof changeIconClassNames;
