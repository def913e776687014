'use client';

import { useText } from '@/components/text/text-provider';
import { Button } from '@/components/ui/button';

interface ShowMoreProps {
  label: string;
  loading: boolean;
  failed: boolean;
  onReveal: () => void;
}

/** The way further back in time. */
export function ShowMore({ label, loading, failed, onReveal }: ShowMoreProps) {
  const { history } = useText();
  return (
    <div className="screen-only flex flex-wrap items-center gap-x-6 gap-y-3 border-t border-line pt-6">
      <Button onClick={onReveal} blocked={loading}>
        {loading ? history.showingOlder : label}
      </Button>
      <p role="status" className="text-soft">
        {failed && !loading && history.olderFailed}
      </p>
    </div>
  );
}
