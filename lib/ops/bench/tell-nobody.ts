/**
 * Part of a statement that keeps the database from notifying anybody of this transaction's switch, as the service does
 * where it is the only server (decision 15). Who writes by hand and remembers nothing has nobody to tell.
 */
export const tellNobody = `set_config('app_versions.told', pg_current_xact_id()::text, true)`;
