-- What moved with a breach, in plain words; empty in breaches that were stored before there were any.
ALTER TABLE breaches ADD COLUMN moved_words TEXT NOT NULL DEFAULT '';
