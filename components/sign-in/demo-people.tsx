import { fillPhrase } from '@/components/text/fill-phrase';
import { text } from '@/components/text/text';
import { buttonLook } from '@/components/ui/button';
import type { DemoPersonChoice } from '@/lib/contract/product-preview';

/** The demo's people, one to a row. A plain form each: it works before any script does. */
export function DemoPeople({ people, locale }: { people: DemoPersonChoice[]; locale: string }) {
  const { shell, signIn, ui } = text(locale);
  if (people.length === 0) return <p className="border-t-2 border-rule pt-4">{signIn.nobody}</p>;
  return (
    <ul className="border-t-2 border-b border-t-rule border-b-line">
      {people.map(({ id, name, role, accountTitle, about }) => (
        <li
          key={id}
          className="grid grid-cols-1 items-baseline gap-x-8 gap-y-1 border-line border-t py-5 first:border-t-0 middle:grid-cols-[14rem_1fr_auto] middle:py-6"
        >
          <div>
            <h2 className="text-lead">
              <bdi>{name}</bdi>
            </h2>
            <p className="text-small text-soft">
              {shell.roles[role]}
              {accountTitle && (
                <>
                  {ui.comma}
                  <bdi>{accountTitle}</bdi>
                </>
              )}
            </p>
          </div>
          <p className="max-w-[52ch] text-soft">
            <bdi>{about}</bdi>
          </p>
          <form method="post" action="/api/portal/demo" className="pt-3 middle:pt-0">
            <input type="hidden" name="person" value={id} />
            <button type="submit" className={buttonLook('outlined', 'w-full')}>
              {signIn.enter}
              <span className="sr-only"> {fillPhrase(signIn.as, [<bdi key="as">{name}</bdi>])}</span>
            </button>
          </form>
        </li>
      ))}
    </ul>
  );
}
