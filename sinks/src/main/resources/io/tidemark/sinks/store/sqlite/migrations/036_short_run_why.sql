-- Why an objective has no verdict on the requests of its step alone.
ALTER TABLE step_objectives ADD COLUMN short_run_why TEXT;
ALTER TABLE segment_objectives ADD COLUMN short_run_why TEXT;
