// Who is in the demo and what happened to them. Times are UTC; none lies in the future of the day this was written.

/** A price list of this folder, and when it came into force. */
export interface DemoList {
  file: string;
  from: string;
}

/** A move to a plan, by its name in the list that was in force. */
export interface DemoMove {
  at: string;
  to: string;
  by: string;
  /** Through what it came: the portal unless said. */
  channel?: 'portal' | 'api' | 'command';
  why?: string;
}

export interface DemoAccount {
  externalId: string;
  title: string;
  moves: DemoMove[];
}

export const demoLists: DemoList[] = [
  { file: '2021.yml', from: '2021-01-11T06:00:00Z' },
  { file: '2023.yml', from: '2023-02-01T06:00:00Z' },
  { file: '2026.yml', from: '2026-01-12T06:00:00Z' },
];

const pia = 'Pia Moretti';
const jonas = 'Jonas Reuter';
const larder = 'Larder (Ines Vogt)';

export const demoAccounts: DemoAccount[] = [
  {
    externalId: 'osteria-pia',
    title: 'Osteria Pia',
    moves: [
      { at: '2021-03-02T15:20:00Z', to: 'TASTER', by: pia },
      { at: '2021-04-19T08:05:00Z', to: 'BISTRO', by: pia, why: 'More recipes than fit' },
      { at: '2022-09-05T13:40:00Z', to: 'KITCHEN', by: pia, why: 'Three more cooks for the terrace' },
      { at: '2023-06-12T07:31:00Z', to: 'BRIGADE', by: pia, why: 'Second pass on the ground floor' },
      { at: '2024-01-08T10:02:00Z', to: 'KITCHEN', by: pia, why: 'Ground floor closed until spring' },
      { at: '2024-04-15T09:12:00Z', to: 'BRIGADE', by: pia },
      { at: '2025-11-03T16:48:00Z', to: 'TASTER', by: pia, why: 'Closed for the new kitchen' },
      { at: '2026-02-23T06:55:00Z', to: 'KITCHEN', by: pia, why: 'Open again' },
    ],
  },
  { externalId: 'seehaus', title: 'Seehaus am Steg', moves: seasons() },
  {
    externalId: 'cafe-lumen',
    title: 'Café Lumen',
    moves: [{ at: '2021-06-14T11:27:00Z', to: 'BISTRO', by: 'Amélie Laurent' }],
  },
  {
    externalId: 'nordlicht',
    title: 'Nordlicht Catering',
    moves: [
      { at: '2021-09-20T12:00:00Z', to: 'KITCHEN', by: 'Hauke Petersen' },
      { at: '2022-05-02T09:15:00Z', to: 'BRIGADE', by: 'Hauke Petersen', why: 'Wedding season' },
      { at: '2023-11-06T14:30:00Z', to: 'KITCHEN', by: 'Hauke Petersen' },
      { at: '2024-03-18T08:45:00Z', to: 'BRIGADE', by: 'Back end', channel: 'api' },
      {
        at: '2025-07-01T07:00:00Z',
        to: 'GROUP',
        by: larder,
        channel: 'command',
        why: 'Contract LG-2025-041 signed',
      },
    ],
  },
  {
    externalId: 'stadtkueche',
    title: 'Stadtküche Lindau',
    moves: [
      { at: '2022-08-29T06:30:00Z', to: 'KITCHEN', by: 'Beate Kolb' },
      {
        at: '2023-08-21T06:30:00Z',
        to: 'SCHOOL_MEALS',
        by: larder,
        channel: 'command',
        why: 'Agreed with the city',
      },
    ],
  },
  {
    externalId: 'yasmin',
    title: 'مطبخ الياسمين',
    moves: [
      { at: '2024-10-07T17:10:00Z', to: 'TASTER', by: 'رنا حداد' },
      { at: '2025-01-13T17:25:00Z', to: 'KITCHEN', by: 'رنا حداد' },
    ],
  },
  {
    externalId: 'brot-und-salz',
    title: 'Brot & Salz',
    moves: [{ at: '2026-05-18T09:00:00Z', to: 'TASTER', by: 'Back end', channel: 'api' }],
  },
];

/** A house on a lake: up before Easter, up again for the summer, and down in two steps when the guests leave. */
function seasons(): DemoMove[] {
  const moves: DemoMove[] = [{ at: '2021-02-15T10:00:00Z', to: 'TASTER', by: jonas }];
  for (const year of [2021, 2022, 2023, 2024, 2025]) {
    const day = year % 7;
    moves.push(
      { at: `${year}-03-${22 + day}T07:40:00Z`, to: 'KITCHEN', by: jonas, why: 'Opening for Easter' },
      { at: `${year}-05-${12 + day}T08:15:00Z`, to: 'BRIGADE', by: jonas, why: 'Terrace and kiosk' },
      { at: `${year}-07-${10 + day}T05:50:00Z`, to: 'KITCHEN', by: 'Lena Ostermann', why: 'Kiosk flooded' },
      { at: `${year}-07-${21 + day}T06:05:00Z`, to: 'BRIGADE', by: 'Lena Ostermann' },
      { at: `${year}-09-${19 + day}T09:30:00Z`, to: 'KITCHEN', by: jonas, why: 'Terrace closed' },
      { at: `${year}-11-${11 + day}T14:20:00Z`, to: 'TASTER', by: jonas, why: 'Winter break' },
    );
  }
  moves.push(
    { at: '2026-03-27T07:40:00Z', to: 'KITCHEN', by: jonas, why: 'Opening for Easter' },
    { at: '2026-05-15T08:15:00Z', to: 'BRIGADE', by: jonas, why: 'Terrace and kiosk' },
  );
  return moves;
}
