-- What was found of a breach in words, whether it was kept open because it flapped, and where objectives stand.
ALTER TABLE breaches ADD COLUMN words TEXT NOT NULL DEFAULT '';
ALTER TABLE breaches ADD COLUMN flapping INTEGER NOT NULL DEFAULT 0;
ALTER TABLE breaches ADD COLUMN worst_is_lower_bound INTEGER NOT NULL DEFAULT 0;
ALTER TABLE step_objectives ADD COLUMN standing TEXT NOT NULL DEFAULT 'UNKNOWN';
