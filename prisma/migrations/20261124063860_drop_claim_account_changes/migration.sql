-- contract: unused since 20261124063859_claim_changes_by_app
DROP ROUTINE claim_account_changes(integer,bigint);
