'use client';

import { useLayoutEffect, useRef } from 'react';

const durationMs = 160;

interface CountingAmountProps {
  /** Minor units. */
  value: number;
  format: (value: number) => string;
}

/** A total that counts to its new value. Screen readers get the new value only. */
export function CountingAmount({ value, format }: CountingAmountProps) {
  const element = useRef<HTMLSpanElement>(null);
  const shown = useRef(value);
  useLayoutEffect(() => {
    const { current: span } = element;
    const { current: from } = shown;
    shown.current = value;
    if (!span || from === value || matchMedia('(prefers-reduced-motion: reduce)').matches) return;
    // Whole amounts count in whole amounts.
    const step = from % 100 === 0 && value % 100 === 0 ? 100 : 1;
    const start = performance.now();
    let frame = 0;
    const show = (now: number) => {
      const part = Math.min(1, Math.max(0, now - start) / durationMs);
      shown.current = part === 1 ? value : from + Math.round(((value - from) * part) / step) * step;
      span.textContent = format(shown.current);
      span.ariaBusy = part < 1 ? 'true' : null;
      if (part < 1) frame = requestAnimationFrame(show);
    };
    show(start);
    return () => cancelAnimationFrame(frame);
  });
  return <span ref={element}>{format(value)}</span>;
}
