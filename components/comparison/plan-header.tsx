'use client';

import Link from 'next/link';
import { priceWords } from '@/components/pricing/price-words';
import { fillPhrase } from '@/components/text/fill-phrase';
import { useText } from '@/components/text/text-provider';
import { Badge } from '@/components/ui/badge';
import { linkLook } from '@/components/ui/text-link';
import { addresses } from '@/lib/client/addresses';
import type { VersionEntry } from '@/lib/contract/version-list';
import { describePrice, type PriceSetting } from '@/lib/format/price';
import type { Column } from './arrange-columns';
import styles from './comparison-table.module.css';
import { cellLook } from './feature-row';

interface PlanHeaderProps {
  column: Column;
  setting: PriceSetting;
  contactUrl: string | null;
}

/** Head of a plan's column: what it is called, what it costs, and the way to it. */
export function PlanHeader({ column, setting, contactUrl }: PlanHeaderProps) {
  const { pricing } = useText();
  const { version } = column;
  return (
    <th
      scope="col"
      className={`${cellLook(column) ?? ''} ${version.current ? styles.yours : ''}`}
      aria-current={version.current || undefined}
    >
      <div className={styles.head}>
        <bdi className={styles.title}>{version.title}</bdi>
        {!version.active && <small>{pricing.noLongerOffered}</small>}
        {!version.public && version.active && !version.current && <small>{pricing.notPublic}</small>}
        <HeaderPrice version={version} setting={setting} />
        <HeaderAction version={version} contactUrl={contactUrl} />
      </div>
    </th>
  );
}

/** The figure stands out, the unit stays behind it. */
function HeaderPrice({ version, setting }: { version: VersionEntry; setting: PriceSetting }) {
  const text = useText();
  const price = describePrice(version, setting);
  if (price.kind !== 'amounts') {
    const words = priceWords(text);
    return (
      <span className={styles.price}>{price.kind === 'free' ? <b>{words.free}</b> : words.onRequest}</span>
    );
  }
  const { base, perUser, period } = price;
  const words = text.pricing.words;
  const figure = (amount: string) => <b key={amount}>{amount}</b>;
  return (
    <span className={styles.price}>
      {base && perUser
        ? fillPhrase((one, two) => words.both(one, two, period), [figure(base.text), figure(perUser.text)])
        : fillPhrase(
            (one) => (base ? words.base(one, period) : words.perUser(one, period)),
            [figure((base ?? perUser)?.text ?? '')],
          )}
    </span>
  );
}

function HeaderAction({ version, contactUrl }: { version: VersionEntry; contactUrl: string | null }) {
  const { pricing } = useText();
  if (version.current) {
    return (
      <span className={styles.action}>
        <Badge tone="yours">{pricing.yourPlan}</Badge>
      </span>
    );
  }
  if (version.switch?.allowed) {
    const words = { upgrade: pricing.upgrade, downgrade: pricing.downgrade, none: pricing.change };
    return (
      <Link
        href={addresses.plans({ switch: version.id })}
        prefetch={false}
        className={`${styles.action} ${linkLook}`}
      >
        {words[version.switch.direction]}
        <span className="sr-only"> {fillPhrase(pricing.to, [<bdi key="to">{version.title}</bdi>])}</span>
      </Link>
    );
  }
  if (contactUrl && version.active && version.fee === null && version.user_fee === null) {
    return (
      <a href={contactUrl} className={`${styles.action} ${linkLook}`}>
        {pricing.contactUs}
      </a>
    );
  }
  return null;
}
