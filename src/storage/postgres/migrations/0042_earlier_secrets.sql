-- Secrets of a key from before its previous one that are still in their grace, newest first: whoever lost the answer with a new secret asks again.

ALTER TABLE integrations ADD COLUMN earlier_secrets text;

-- Instances of the version before exchange and end the previous secret alone. What was kept before it ends with that, as they promise.
CREATE FUNCTION end_earlier_secrets() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF NEW.earlier_secrets IS NOT DISTINCT FROM OLD.earlier_secrets THEN
    NEW.earlier_secrets := NULL;
  END IF;
  RETURN NEW;
END
$$;

CREATE TRIGGER integrations_earlier_secrets BEFORE UPDATE ON integrations FOR EACH ROW
  WHEN (OLD.previous_secret_hash IS DISTINCT FROM NEW.previous_secret_hash AND OLD.earlier_secrets IS NOT NULL)
  EXECUTE FUNCTION end_earlier_secrets();
