import { accountChangeOperations } from './account-changes';
import { featureOperations } from './account-features';
import { accountOperations } from './accounts';
import { accountAddOnOperations } from './add-ons';
import { listAudit } from './audit';
import { catalogOperations } from './catalog';
import { listEvents } from './events';
import { getOpenApiDocument } from './get-openapi';
import { historyOperations } from './history';
import { moveOperations } from './moves';
import { noticeOperations } from './notices';
import type { Operation } from './operation';
import { portalSessionOperations } from './portal-sessions';
import { switchOperations } from './switch';
import { termsOperations } from './terms';
import { usageOperations } from './usage';
import { versionOperations } from './versions';
import { webhookOperations } from './webhooks';

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
