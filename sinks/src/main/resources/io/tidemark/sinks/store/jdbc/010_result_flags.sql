-- What a reader of a result must know: those of the step's state, and that its signals are of a part of its time only.

ALTER TABLE step_results ADD COLUMN flags TEXT NOT NULL DEFAULT '[]';
ALTER TABLE segment_results ADD COLUMN flags TEXT NOT NULL DEFAULT '[]';
