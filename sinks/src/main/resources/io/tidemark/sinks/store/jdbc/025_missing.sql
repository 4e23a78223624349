-- Events that lanes announced, that may belong to the row and that are not counted.
ALTER TABLE step_results ADD COLUMN missing INTEGER NOT NULL DEFAULT 0;
ALTER TABLE segment_results ADD COLUMN missing INTEGER NOT NULL DEFAULT 0;
ALTER TABLE window_stats ADD COLUMN missing INTEGER NOT NULL DEFAULT 0;
