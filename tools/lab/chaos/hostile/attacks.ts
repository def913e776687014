import type { Attack } from './attack-client';
import { pageAttacks } from './page-attacks';
import { requestAttacks } from './request-attacks';
import { webhookAttacks } from './webhook-attacks';
import { workAttacks } from './work-attacks';

export const attacks: Attack[] = [...webhookAttacks, ...requestAttacks, ...pageAttacks, ...workAttacks];
