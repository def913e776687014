import { getAccountFeature, listAccountFeatures } from './account-features';
import { createPortalSession } from './create-portal-session';
import { getOpenApiDocument } from './get-openapi';
import { getVersion } from './get-version';
import { listEvents } from './list-events';
import { listVersionHistory } from './list-history';
import { listVersions } from './list-versions';
import type { Operation } from './operation';
import { changeOptionalFeature, listOptionalFeatures, listOptionHistory } from './optional-features';
import { previewSwitch } from './preview-switch';
import { switchVersion } from './switch-version';
import { upsertAccount } from './upsert-account';
import { webhookOperations } from './webhooks';

/** All API operations, in the order of the API reference. */
export const operations: Operation[] = [
  listVersions,
  getVersion,
  previewSwitch,
  switchVersion,
  listOptionalFeatures,
  changeOptionalFeature,
  listVersionHistory,
  listOptionHistory,
  listAccountFeatures,
  getAccountFeature,
  upsertAccount,
  createPortalSession,
  listEvents,
  ...webhookOperations,
  getOpenApiDocument,
];
