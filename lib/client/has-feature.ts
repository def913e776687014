import type { FeatureAccess } from '@/lib/contract/features';
import { requestApi } from './api-request';

/** Where the API is, and the key to send. An app key needs the account that it acts for. */
export interface ApiConnection {
  /** Such as `https://plans.example.com/api`. */
  baseUrl: string;
  key: string;
  accountId?: string;
}

/** Whether an account has a feature, for back ends. Throws as `requestApi` does: decide what an outage means for you. */
export async function hasFeature(humanId: string, connection: ApiConnection): Promise<boolean> {
  const path = `/${encodeURIComponent(humanId)}`;
  return (await requestFeatures<FeatureAccess>(path, connection)).allowed;
}

/** Requests `/account/features` or a path below it: at the connection, or without one at this origin with its session. */
export function requestFeatures<Body>(
  path: string,
  connection?: ApiConnection,
  signal?: AbortSignal,
): Promise<Body> {
  const { baseUrl = '/api', key, accountId } = connection ?? {};
  const headers = { Authorization: key && `Bearer ${key}`, 'X-Account-Id': accountId };
  return requestApi<Body>(`${baseUrl}/account/features${path}`, { headers, signal });
}
