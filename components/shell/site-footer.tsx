import { text } from '@/components/text/text';
import type { AppInfo } from '@/lib/contract/version-list';
import type { Theme } from './theme';
import { ThemeChoice } from './theme-choice';

export function SiteFooter({ locale, app, theme }: { locale: string; app: AppInfo | null; theme: Theme }) {
  const { shell } = text(locale);
  return (
    <footer className="mt-24">
      <div className="measure">
        <div className="flex flex-wrap items-center justify-between gap-x-8 border-t border-line py-4 text-small text-soft">
          <p>
            {app && (
              <>
                <bdi>{app.title}</bdi> · {shell.currencyNote(app.currency)}
              </>
            )}
          </p>
          <ThemeChoice initial={theme} />
        </div>
      </div>
    </footer>
  );
}
