import { z } from 'zod';
import { namedAccountId } from './accounts';
import { dataEnvelope, envelope, unixSeconds, unixSecondsInput } from './fields';

/** The most accounts of `POST /api/usage`. */
export const maxUsageAccounts = 1000;

const amounts = z
  .record(z.string(), z.number().nonnegative())
  .describe(
    'What the account uses, by the `id` of a limit in `GET /account/features`, in the unit of the limit. A limit that is left out has ' +
      'no usage.',
  );

const usageReport = {
  amounts,
  reported_at: unixSecondsInput
    .optional()
    .describe(
      'When the numbers were true. Unix timestamp in seconds. Default: now. Up to five minutes ahead counts as now.',
    ),
};

/** Body of `PUT /api/accounts/:external_id/usage`. */
export const usageRequestSchema = z.strictObject(usageReport);

const accountId = z.string().describe('Account ID, `acc_…`.');

/** What an account uses of its limits. */
export const usageSchema = z.object({
  account_id: accountId,
  external_id: z.string().nullable().describe('ID of the account in your system. `null` if it has none.'),
  amounts,
  reported_at: unixSeconds
    .nullable()
    .describe('When the numbers were true. Unix timestamp in seconds. `null` without a report.'),
});

export const usageResponseSchema = envelope(usageSchema);

/** Response of `PUT /api/accounts/:external_id/usage`. */
export const storedUsageSchema = envelope(
  usageSchema.extend({
    stored: z
      .boolean()
      .describe('Whether this report is stored. `false` if a newer one is, which the response has.'),
  }),
);

/** Body of `POST /api/usage`. */
export const usagesRequestSchema = z.strictObject({
  accounts: z
    .array(
      z.strictObject({
        external_id: namedAccountId,
        ...usageReport,
      }),
    )
    .min(1)
    .max(maxUsageAccounts)
    .describe(`One report for each of up to ${maxUsageAccounts} accounts.`),
});

/** Response of `POST /api/usage`. */
export const usagesResponseSchema = dataEnvelope({
  reports: z
    .array(
      z.object({
        external_id: z.string().describe('As in the request.'),
        stored: z
          .boolean()
          .describe('Whether the report is stored. `false` if a newer one is, or for an error.'),
        error: z
          .object({
            code: z.string().describe('Code of the error, such as `account_not_found`.'),
            message: z.string().describe('What is wrong, in English.'),
          })
          .nullable()
          .describe('Why the report is not stored. `null` without an error.'),
      }),
    )
    .describe('What became of each report, in the order of the request.'),
});

export type UsageBody = z.infer<typeof usageSchema>;
export type UsageResponse = z.infer<typeof usageResponseSchema>;
export type StoredUsage = z.infer<typeof storedUsageSchema>;
export type UsagesResponse = z.infer<typeof usagesResponseSchema>;
