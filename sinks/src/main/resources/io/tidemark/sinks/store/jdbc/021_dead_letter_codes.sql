-- Of what kind the reason is: dead letters are counted by it. Those of before have their words only.
ALTER TABLE dead_letters ADD COLUMN code TEXT NOT NULL DEFAULT 'UNKNOWN';
