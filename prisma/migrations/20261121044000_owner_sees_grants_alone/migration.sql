-- Who manages a catalogue needs to see the grants of the whole app, and only while no account is named. Whether any
-- account has a history is told by the app's snapshots, so histories themselves stay behind the wall for the owner too.
DROP POLICY "of_the_app_for_the_owner" ON "activations";
ALTER POLICY "of_the_app_for_the_owner" ON "version_grants"
  USING (app_id = tenant_app() AND tenant_account() IS NULL);
