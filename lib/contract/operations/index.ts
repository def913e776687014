import { z } from 'zod';
import { apiVersion, conditionalReadHeadersSchema } from '../headers';
import { accountChangeOperations } from './account-changes';
import { featureOperations } from './account-features';
import { accountOperations } from './accounts';
import { accountAddOnOperations } from './add-ons';
import { listAudit } from './audit';
import { catalogOperations } from './catalog';
import { listEvents } from './events';
import { historyOperations } from './history';
import { moveOperations } from './moves';
import { noticeOperations } from './notices';
import { defineOperation, type Operation, succeed } from './operation';
import { portalSessionOperations } from './portal-sessions';
import { switchOperations } from './switch';
import { termsOperations } from './terms';
import { usageOperations } from './usage';
import { versionOperations } from './versions';
import { webhookOperations } from './webhooks';

const getOpenApiDocument = defineOperation({
  method: 'GET',
  path: '/api/openapi.json',
  tag: 'OpenAPI',
  summary: 'Get the OpenAPI document',
  description: 'Returns the OpenAPI 3.1 document of this API. It is the same for all callers.',
  callers: 'anyone',
  headers: conditionalReadHeadersSchema.omit({ 'X-Account-Id': true }),
  responses: succeed(
    'The OpenAPI document.',
    z.looseObject({ openapi: z.string().describe('OpenAPI version.') }),
    {
      document: {
        summary: 'Start of the document',
        value: { openapi: '3.1.0', info: { title: 'App Versions', version: apiVersion } },
      },
    },
    { headers: ['Content-Encoding'] },
  ),
});

/** All API operations by `operationId`, in the order of the API reference. */
export const operations = {
  ...versionOperations,
  ...switchOperations,
  ...accountChangeOperations,
  ...moveOperations,
  ...accountAddOnOperations,
  ...historyOperations,
  ...noticeOperations,
  ...featureOperations,
  ...usageOperations,
  ...accountOperations,
  ...termsOperations,
  ...portalSessionOperations,
  ...catalogOperations,
  listEvents,
  listAudit,
  ...webhookOperations,
  getOpenApiDocument,
} satisfies Record<string, Operation>;

export type OperationId = keyof typeof operations;
