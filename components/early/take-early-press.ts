/** The button that was pressed while nobody answered, if one was. From here on React answers. */
export function takeEarlyPress(): HTMLElement | null {
  const { earlyPress, keepEarlyPress } = window;
  window.earlyPress = undefined;
  if (keepEarlyPress) window.removeEventListener('click', keepEarlyPress, true);
  // Still on its way: it was this press that woke React, and React hands it over itself.
  if (!(earlyPress?.target instanceof Element) || earlyPress.eventPhase !== Event.NONE) return null;
  return earlyPress.target.closest('button');
}
