-- How true a run's figures are: what its client added, how its prompts were counted, its first request, and what each step says of its cache.
ALTER TABLE runs ADD COLUMN calibration TEXT;
ALTER TABLE runs ADD COLUMN token_counting TEXT NOT NULL DEFAULT '';
ALTER TABLE runs ADD COLUMN remarks TEXT NOT NULL DEFAULT '[]';
ALTER TABLE runs ADD COLUMN first_request_ttft_nanos INTEGER;
ALTER TABLE runs ADD COLUMN first_request_e2e_nanos INTEGER;
ALTER TABLE runs ADD COLUMN served_before INTEGER;
ALTER TABLE steps ADD COLUMN planned_cache_share REAL;
ALTER TABLE steps ADD COLUMN measured_cache_share REAL;
ALTER TABLE steps ADD COLUMN cache_share_source TEXT NOT NULL DEFAULT '';
ALTER TABLE steps ADD COLUMN prefix_cache_reset TEXT NOT NULL DEFAULT '';
ALTER TABLE steps ADD COLUMN flags TEXT NOT NULL DEFAULT '[]';
