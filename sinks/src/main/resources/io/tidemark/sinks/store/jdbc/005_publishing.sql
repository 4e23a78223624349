-- How a run's events came to Kafka: the broker's clock against that of the leading lane's host, and what waited on disk, came late or was lost.
ALTER TABLE runs ADD COLUMN clock_offset_nanos INTEGER;
ALTER TABLE runs ADD COLUMN clock_offset_error_nanos INTEGER;
ALTER TABLE runs ADD COLUMN spooled_events INTEGER;
ALTER TABLE runs ADD COLUMN late_events INTEGER;
ALTER TABLE runs ADD COLUMN lost_events INTEGER;
