-- The tenant of the current transaction. Row-level security policies compare rows with it.
--
-- Arguments: none. The values are settings of one transaction, set by
--            set_config('tenant.app_id' | 'tenant.account_id' | 'tenant.credential', value, true).
-- Result:    the value; NULL when it is unset or empty. tenant_credential() is the hash of a secret whose tenant is
--            not known yet.
-- Callers:   the policies in prisma/migrations.

CREATE OR REPLACE FUNCTION "tenant_app"() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT NULLIF(current_setting('tenant.app_id', true), '') $$;

CREATE OR REPLACE FUNCTION "tenant_account"() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT NULLIF(current_setting('tenant.account_id', true), '') $$;

CREATE OR REPLACE FUNCTION "tenant_credential"() RETURNS text LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT NULLIF(current_setting('tenant.credential', true), '') $$;

-- Whether the transaction reads the history of all accounts of the tenant's app. read_events sets it while it reads.
CREATE OR REPLACE FUNCTION "tenant_all_accounts"() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT current_setting('tenant.all_accounts', true) = 'on' $$;

-- Whether the transaction may read the rows of all tenants. Policies for the owner read it.
CREATE OR REPLACE FUNCTION "is_backup"() RETURNS boolean LANGUAGE sql STABLE PARALLEL SAFE
  AS $$ SELECT current_setting('tenant.backup', true) = 'on' $$;
