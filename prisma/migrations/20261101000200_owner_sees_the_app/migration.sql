-- The catalogue is managed by the owner, for an app as a whole: it sees which accounts a version is granted to, and
-- whether any account has a history. Row-level security is forced, so without these an owner who is no superuser
-- would see neither. The runtime role is not the owner and is as narrow as before.
CREATE POLICY "of_the_app_for_the_owner" ON "version_grants" TO CURRENT_USER
  USING (app_id = tenant_app());
CREATE POLICY "of_the_app_for_the_owner" ON "activations" FOR SELECT TO CURRENT_USER
  USING (app_id = tenant_app());
