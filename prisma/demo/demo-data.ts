// The accounts of the demo, their switches and what waits. All times are UTC and in the past.

/** A price list of this folder. */
interface DemoPriceList {
  file: string;
  effectiveFrom: string;
}

export interface DemoSwitch {
  at: string;
  /** Key of the plan in the price list that is in effect. */
  to: string;
  /** Name of the actor. */
  by: string;
  /** The default is `portal`. */
  channel?: 'portal' | 'api' | 'command';
  reason?: string;
  /** The default is the account's. */
  billingPeriod?: 'month' | 'year';
  /** The default is the account's. */
  users?: number;
}

/** An add-on is turned on or off. */
export interface DemoToggle {
  at: string;
  /** Key of the add-on in the price list that is in effect. */
  addOn: string;
  active: boolean;
  by: string;
  reason?: string;
}

/** A change that waits: for the end of the billing period 30 days after the seed, or for an owner. */
export interface DemoChange {
  waitsFor: 'period_end' | 'owner';
  /** Key of the plan. */
  to: string;
  by: string;
  /** ID of the demo's user. */
  userId: string;
  reason: string;
}

interface DemoAccount {
  externalId: string;
  title: string;
  email: string;
  switches: DemoSwitch[];
  toggles?: DemoToggle[];
  change?: DemoChange;
  /** What it uses, by the human IDs of limits. */
  usage?: Record<string, number>;
}

export const demoPriceLists: DemoPriceList[] = [
  { file: '2021.yml', effectiveFrom: '2021-01-11T06:00:00Z' },
  { file: '2023.yml', effectiveFrom: '2023-02-01T06:00:00Z' },
  { file: '2026.yml', effectiveFrom: '2026-01-12T06:00:00Z' },
];

const pia = 'Pia Moretti';
const theo = 'Theo Reuter';
const larder = 'Larder (Ines Vogt)';

export const demoAccounts: DemoAccount[] = [
  {
    externalId: 'osteria-pia',
    title: 'Osteria Pia',
    email: 'pia@osteria-pia.example',
    switches: [
      { at: '2021-03-02T15:20:00Z', to: 'TASTER', by: pia },
      { at: '2021-04-19T08:05:00Z', to: 'BISTRO', by: pia, reason: 'More recipes than fit' },
      { at: '2022-09-05T13:40:00Z', to: 'KITCHEN', by: pia, reason: 'Three more cooks for the terrace' },
      { at: '2023-06-12T07:31:00Z', to: 'BRIGADE', by: pia, reason: 'Second pass on the ground floor' },
      { at: '2024-01-08T10:02:00Z', to: 'KITCHEN', by: pia, reason: 'Ground floor closed until spring' },
      { at: '2024-04-15T09:12:00Z', to: 'BRIGADE', by: pia },
      { at: '2025-11-03T16:48:00Z', to: 'TASTER', by: pia, reason: 'Closed for the new kitchen' },
      { at: '2026-02-23T06:55:00Z', to: 'KITCHEN', by: pia, users: 4, reason: 'Open again' },
      { at: '2026-05-11T07:20:00Z', to: 'KITCHEN', by: pia, users: 6, reason: 'Two cooks for the terrace' },
    ],
    toggles: [
      { at: '2026-03-02T08:10:00Z', addOn: 'invoiceReader', active: true, by: pia },
      { at: '2026-03-05T15:32:00Z', addOn: 'passScreen', active: true, by: pia, reason: 'Trial at the pass' },
      {
        at: '2026-04-07T09:41:00Z',
        addOn: 'passScreen',
        active: false,
        by: pia,
        reason: 'We call out orders',
      },
      { at: '2026-05-04T07:05:00Z', addOn: 'shiftPlanning', active: true, by: pia, reason: 'Summer shifts' },
    ],
    usage: { recipes: 312, 'storage-areas': 3, suppliers: 11, 'invoice-scanning': 68 },
  },
  {
    externalId: 'seehaus',
    title: 'Seehaus am Steg',
    email: 'buero@seehaus.example',
    switches: seasonalSwitches(),
    change: {
      waitsFor: 'owner',
      to: 'KITCHEN',
      by: 'Lena Ostermann',
      userId: 'lena',
      reason: 'The kiosk is closed. Kitchen is enough for the terrace.',
    },
  },
  {
    externalId: 'cafe-lumen',
    title: 'Café Lumen',
    email: 'amelie@cafe-lumen.example',
    switches: [{ at: '2021-06-14T11:27:00Z', to: 'BISTRO', by: 'Amélie Laurent' }],
  },
  {
    externalId: 'nordlicht',
    title: 'Nordlicht Catering',
    email: 'hauke@nordlicht.example',
    switches: [
      { at: '2021-09-20T12:00:00Z', to: 'KITCHEN', by: 'Hauke Petersen' },
      { at: '2022-05-02T09:15:00Z', to: 'BRIGADE', by: 'Hauke Petersen', reason: 'Wedding season' },
      { at: '2023-11-06T14:30:00Z', to: 'KITCHEN', by: 'Hauke Petersen' },
      { at: '2024-03-18T08:45:00Z', to: 'BRIGADE', by: 'Back end', channel: 'api' },
      {
        at: '2025-07-01T07:00:00Z',
        to: 'GROUP',
        by: larder,
        channel: 'command',
        reason: 'Contract LG-2025-041 signed',
      },
    ],
  },
  {
    externalId: 'stadtkueche',
    title: 'Stadtküche Lindau',
    email: 'kueche@lindau.example',
    switches: [
      { at: '2022-08-29T06:30:00Z', to: 'KITCHEN', by: 'Beate Kolb' },
      {
        at: '2023-08-21T06:30:00Z',
        to: 'SCHOOL_MEALS',
        by: larder,
        channel: 'command',
        reason: 'Agreed with the city',
      },
    ],
  },
  {
    externalId: 'yasmin',
    title: 'مطبخ الياسمين',
    email: 'rana@yasmin.example',
    switches: [
      { at: '2024-10-07T17:10:00Z', to: 'TASTER', by: 'رنا حداد' },
      { at: '2026-01-13T17:25:00Z', to: 'KITCHEN', by: 'رنا حداد' },
      { at: '2026-01-19T16:50:00Z', to: 'KITCHEN', by: 'رنا حداد', billingPeriod: 'year' },
    ],
    change: {
      waitsFor: 'period_end',
      to: 'TASTER',
      by: 'رنا حداد',
      userId: 'rana',
      reason: 'إجازة الشتاء',
    },
  },
  {
    externalId: 'anker',
    title: 'Zum Anker',
    email: 'maren@zum-anker.example',
    switches: [
      { at: '2023-04-11T13:05:00Z', to: 'TASTER', by: 'Maren Lüders' },
      { at: '2024-09-09T08:20:00Z', to: 'KITCHEN', by: 'Maren Lüders', reason: 'Lunch service as well' },
    ],
  },
  {
    externalId: 'brot-und-salz',
    title: 'Brot & Salz',
    email: 'hallo@brot-und-salz.example',
    switches: [{ at: '2026-05-18T09:00:00Z', to: 'TASTER', by: 'Back end', channel: 'api' }],
  },
];

/** A seasonal business: upgrades before Easter and for the summer, and downgrades in two steps in autumn. */
function seasonalSwitches(): DemoSwitch[] {
  const switches: DemoSwitch[] = [{ at: '2021-02-15T10:00:00Z', to: 'TASTER', by: theo }];
  for (const year of [2021, 2022, 2023, 2024, 2025]) {
    const day = year % 7;
    switches.push(
      { at: `${year}-03-${22 + day}T07:40:00Z`, to: 'KITCHEN', by: theo, reason: 'Opening for Easter' },
      { at: `${year}-05-${12 + day}T08:15:00Z`, to: 'BRIGADE', by: theo, reason: 'Terrace and kiosk' },
      {
        at: `${year}-07-${10 + day}T05:50:00Z`,
        to: 'KITCHEN',
        by: 'Lena Ostermann',
        reason: 'Kiosk flooded',
      },
      { at: `${year}-07-${21 + day}T06:05:00Z`, to: 'BRIGADE', by: 'Lena Ostermann' },
      { at: `${year}-09-${19 + day}T09:30:00Z`, to: 'KITCHEN', by: theo, reason: 'Terrace closed' },
      { at: `${year}-11-${11 + day}T14:20:00Z`, to: 'TASTER', by: theo, reason: 'Winter break' },
    );
  }
  switches.push(
    { at: '2026-03-27T07:40:00Z', to: 'KITCHEN', by: theo, reason: 'Opening for Easter' },
    { at: '2026-05-15T08:15:00Z', to: 'BRIGADE', by: theo, users: 9, reason: 'Terrace and kiosk' },
  );
  return switches;
}
