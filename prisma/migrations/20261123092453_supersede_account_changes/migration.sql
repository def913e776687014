CREATE TRIGGER "activations_supersede_changes" AFTER INSERT ON "activations"
  REFERENCING NEW TABLE AS new_rows FOR EACH STATEMENT EXECUTE FUNCTION "supersede_account_changes"();
