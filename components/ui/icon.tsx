const paths = {
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  tick: 'M3 8.5l3.2 3.2L13 4.6',
  dash: 'M5 8h6',
};

export type IconName = keyof typeof paths;

/** An icon as large as the text around it. Its shape carries the meaning, so that color is never the only signal. */
export function Icon({ name, className }: { name: IconName; className?: string }) {
  return (
    <svg
      aria-hidden="true"
      viewBox="0 0 16 16"
      width="1em"
      height="1em"
      fill="none"
      stroke="currentColor"
      strokeWidth="1.5"
      strokeLinecap="square"
      className={`inline-block shrink-0 ${className ?? ''}`}
    >
      <path d={paths[name]} />
    </svg>
  );
}
