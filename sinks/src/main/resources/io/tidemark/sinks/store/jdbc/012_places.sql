-- Where an objective stands in its result, since not every database numbers its rows; and keys without NULL, which equals nothing.
ALTER TABLE step_objectives ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
ALTER TABLE segment_objectives ADD COLUMN place INTEGER NOT NULL DEFAULT 0;
-- sqlite only: other databases had no rows before this migration
UPDATE step_objectives SET place = rowid;
UPDATE segment_objectives SET place = rowid;
UPDATE OR REPLACE regressions SET load = COALESCE(load, -9e999), quantile = COALESCE(quantile, -9e999)
    WHERE load IS NULL OR quantile IS NULL;
