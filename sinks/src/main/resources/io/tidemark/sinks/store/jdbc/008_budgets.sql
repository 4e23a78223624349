-- The burn-rate rule that opened a breach, why it closed, and what is left of error budgets.
ALTER TABLE breaches ADD COLUMN rule TEXT NOT NULL DEFAULT '';
ALTER TABLE breaches ADD COLUMN ended_by TEXT NOT NULL DEFAULT 'UNKNOWN';
ALTER TABLE step_objectives ADD COLUMN budget_left REAL;
ALTER TABLE step_objectives ADD COLUMN burns TEXT NOT NULL DEFAULT '[]';
ALTER TABLE segment_objectives ADD COLUMN budget_left REAL;
ALTER TABLE segment_objectives ADD COLUMN burns TEXT NOT NULL DEFAULT '[]';
