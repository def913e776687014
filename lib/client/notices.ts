import { useAccountMutation } from './account-mutations';
import { requestApi } from './api-request';
import { noticesPath } from './change-paths';

function dismiss(id: string) {
  return requestApi(`${noticesPath}/${encodeURIComponent(id)}`, { method: 'DELETE' });
}

export function useDismissNotice() {
  return useAccountMutation(dismiss);
}
