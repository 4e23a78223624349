-- Why requests failed, in their server's masked words, and that a run's target could not be used.
ALTER TABLE requests ADD COLUMN error_text TEXT;
ALTER TABLE runs ADD COLUMN target_failure TEXT;
