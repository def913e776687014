import { z } from 'zod';
import { anyBillingPeriod, currencyFields } from './fields';

const amounts = {
  users: z.int().describe('Number of users of these accounts.'),
  previous_amount: z.int().describe('What they pay now per month by list, in minor units.'),
  amount: z.int().describe('What they pay then per month by list, in minor units.'),
};

const versionRevenue = z.object({
  id: z.string().describe('Version ID that the accounts have now, `ver_…`.'),
  title: z.string().describe('Title of the version.'),
  tag: z.string().describe('Tag of the version.'),
  accounts: z.int().describe('Number of accounts on the version.'),
  ...amounts,
  unpriced_accounts: z
    .int()
    .describe(
      'Number of accounts of which the version or an optional feature has no list price. That counts as 0.',
    ),
  periods: z
    .array(
      z.object({
        billing_period: anyBillingPeriod.describe('Period that the accounts are billed for now.'),
        accounts: z.int().describe('Number of accounts.'),
        ...amounts,
      }),
    )
    .describe('The same by billing period.'),
  largest_accounts: z
    .array(
      z.object({
        id: z.string().describe('Account ID, `acc_…`.'),
        external_id: z.string().nullable().describe('ID of the account in your system.'),
        title: z.string().describe('Name of the account.'),
        ...amounts,
      }),
    )
    .describe('The accounts that pay most now, at most 10.'),
});

/** What accounts pay by list, before and after a change. */
export const revenueSchema = z.object({
  previous_currency: z.string().describe('Currency of `previous_amount`, ISO 4217.'),
  previous_currency_digits: currencyFields.currency_digits.describe(
    'Digits of the minor unit of `previous_amount`.',
  ),
  currency: z.string().describe('Currency of `amount`, ISO 4217.'),
  currency_digits: currencyFields.currency_digits,
  accounts: z.int().describe('Number of accounts on these versions.'),
  ...amounts,
  versions: z
    .array(versionRevenue)
    .describe('Versions with accounts that are changed, or whose accounts pay another amount, by tag.'),
});

export type RevenueBody = z.infer<typeof revenueSchema>;
