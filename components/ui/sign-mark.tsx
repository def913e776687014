/** Shapes that carry meaning without their colour. Drawn on the text's own size and baseline. */
const paths = {
  plus: 'M8 3v10M3 8h10',
  minus: 'M3 8h10',
  tick: 'M3 8.5l3.2 3.2L13 4.6',
  dash: 'M5 8h6',
  ring: 'M8 4.5a3.5 3.5 0 1 1 0 7a3.5 3.5 0 0 1 0-7z',
};

export type Sign = keyof typeof paths;

export function SignMark({ sign, className }: { sign: Sign; className?: string }) {
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
      <path d={paths[sign]} />
    </svg>
  );
}
