-- How a step's load came about, and its steady window beside the whole step; what a request was sent anew for, and its trace.
ALTER TABLE steps ADD COLUMN concurrency_cap INTEGER;
ALTER TABLE steps ADD COLUMN achieved_per_second REAL;
ALTER TABLE steps ADD COLUMN in_flight_peak_micros INTEGER;
ALTER TABLE steps ADD COLUMN conversations INTEGER NOT NULL DEFAULT 0;
ALTER TABLE steps ADD COLUMN conversations_broken_off INTEGER NOT NULL DEFAULT 0;
ALTER TABLE steps ADD COLUMN queued_requests INTEGER NOT NULL DEFAULT 0;
ALTER TABLE steps ADD COLUMN ok_requests INTEGER NOT NULL DEFAULT 0;
ALTER TABLE steps ADD COLUMN ok_output_tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE steps ADD COLUMN peak_tokens_per_second REAL;
ALTER TABLE steps ADD COLUMN peak_token_source TEXT NOT NULL DEFAULT 'UNKNOWN';
ALTER TABLE steps ADD COLUMN steady_from_micros INTEGER;
ALTER TABLE steps ADD COLUMN steady_until_micros INTEGER;
ALTER TABLE steps ADD COLUMN steady_requests INTEGER NOT NULL DEFAULT 0;
ALTER TABLE steps ADD COLUMN steady_output_tokens INTEGER NOT NULL DEFAULT 0;
ALTER TABLE requests ADD COLUMN sent_anew INTEGER NOT NULL DEFAULT 0;
ALTER TABLE requests ADD COLUMN trace_id TEXT;
