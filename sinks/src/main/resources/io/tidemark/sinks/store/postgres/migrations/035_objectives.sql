-- When an objective tells of a breach, and what its verdicts are about, as JSON: with the other columns all that a run declared. Empty in rows of before.
ALTER TABLE objectives ADD COLUMN alerting TEXT COLLATE "C";
