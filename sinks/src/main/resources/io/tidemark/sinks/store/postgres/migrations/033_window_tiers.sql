-- Windows in three tiers: each second as it rolls, each full minute with its sketch, and each hour, which is merged from the sketches of its minutes.
-- A minute is the window of 60 s that ends on a full minute (UTC): these windows overlap nowhere and leave nothing out. Other windows have no sketch here.
ALTER TABLE window_stats ADD COLUMN sketch BYTEA;

-- How long an experiment keeps its hours; as others where it says nothing.
ALTER TABLE retentions ADD COLUMN hours_seconds BIGINT;

-- Hours of a team whose sink does not say how long it keeps them stay.
ALTER TABLE team_retentions ADD COLUMN window_hours_seconds BIGINT NOT NULL DEFAULT 1000000000000;

-- One row per hour of a series: what its minutes held, and how many of them had values.
CREATE TABLE window_hours (
    team TEXT COLLATE "C" NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    metric TEXT COLLATE "C" NOT NULL,
    request_class TEXT COLLATE "C" NOT NULL,
    step BIGINT NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    end_micros BIGINT NOT NULL,
    start_micros BIGINT NOT NULL,
    finality TEXT COLLATE "C" NOT NULL,
    minutes BIGINT NOT NULL,
    count BIGINT NOT NULL,
    sum_nanos BIGINT NOT NULL,
    min_nanos BIGINT NOT NULL,
    max_nanos BIGINT NOT NULL,
    p50_nanos BIGINT NOT NULL,
    p90_nanos BIGINT NOT NULL,
    p95_nanos BIGINT NOT NULL,
    p99_nanos BIGINT NOT NULL,
    sketch BYTEA NOT NULL,
    appended_micros BIGINT NOT NULL,
    PRIMARY KEY (team, run, metric, request_class, step, target, end_micros)
) PARTITION BY RANGE (run);
CREATE INDEX window_hours_team_appended ON window_hours (team, appended_micros);
CREATE INDEX window_hours_time ON window_hours USING brin ((CASE WHEN end_micros > -210000000000000000 THEN to_timestamp(end_micros / 1000000::double precision) END));

-- One row per hour of a series that a minute came for, or came anew, since the hour was made last.
CREATE TABLE pending_hours (
    team TEXT COLLATE "C" NOT NULL,
    run TEXT COLLATE "C" NOT NULL,
    metric TEXT COLLATE "C" NOT NULL,
    request_class TEXT COLLATE "C" NOT NULL,
    step BIGINT NOT NULL,
    target TEXT COLLATE "C" NOT NULL,
    end_micros BIGINT NOT NULL,
    PRIMARY KEY (team, end_micros, run, metric, request_class, step, target)
);

-- Hours are partitioned as windows are: by the start of their run, four weeks each.
DO $block$
DECLARE
    place CONSTANT TEXT := quote_ident(current_schema());
    tomorrow CONSTANT DATE := (clock_timestamp() AT TIME ZONE 'UTC')::DATE + 1;
BEGIN
    -- Days that a partition of each table spans. Hours are kept longest: a query that names no run opens all partitions.
    EXECUTE format($sql$
        CREATE OR REPLACE FUNCTION %1$s.time_partitions() RETURNS TABLE (parent NAME, stored REGCLASS, until DATE, days INTEGER, key NAME)
            LANGUAGE sql STABLE AS $body$
            SELECT p.relname, c.oid::regclass, to_date(right(c.relname, 8), 'YYYYMMDD'), t.days, t.key
                FROM (VALUES ('requests', 1, 'run'), ('window_stats', 7, 'run'), ('window_hours', 28, 'run'),
                        ('server_samples', 1, 'scrape_start_micros')) AS t (name, days, key)
                JOIN pg_class p ON p.relname = t.name AND p.relnamespace = %2$L::regnamespace
                JOIN pg_inherits i ON i.inhparent = p.oid
                JOIN pg_class c ON c.oid = i.inhrelid AND c.relname ~ '_until_\d{8}$'
        $body$ $sql$, place, place);

    -- Whether all rows of a partition are past the retention of their teams and experiments at a time. Teams that keep longest are asked first.
    EXECUTE format($sql$
        CREATE OR REPLACE FUNCTION %1$s.is_past(parent NAME, stored REGCLASS, until DATE, at_micros BIGINT) RETURNS BOOLEAN
            LANGUAGE plpgsql STABLE AS $body$
        DECLARE
            until_micros CONSTANT BIGINT := extract(epoch FROM until)::BIGINT * 1000000;
            shortest BIGINT;
            longest BIGINT;
            kept RECORD;
            last BIGINT;
            own BIGINT;
            found TEXT := '';
            empty BOOLEAN;
        BEGIN
            -- Most partitions are too young for every team.
            EXECUTE format('SELECT COALESCE(min(%%1$I), 0), least(COALESCE(max(%%1$I), 0), 1000000000000) FROM team_retentions', parent || '_seconds')
                INTO shortest, longest;
            IF until_micros + 1000000 * least(shortest, 1000000000000) >= at_micros THEN
                RETURN false;
            END IF;
            EXECUTE format('SELECT NOT EXISTS (SELECT FROM %%s)', stored) INTO empty;
            IF empty THEN
                RETURN until_micros + 1000000 * longest < at_micros;
            END IF;
            FOR kept IN EXECUTE format('SELECT team, %%I AS seconds FROM team_retentions ORDER BY 2 DESC, 1', parent || '_seconds') LOOP
                EXECUTE format('SELECT max(appended_micros) FROM %%s WHERE team = $1', stored) INTO last USING kept.team;
                CONTINUE WHEN last IS NULL;
                own := 0;
                IF parent <> 'server_samples' AND EXISTS (SELECT FROM retentions r WHERE r.team = kept.team) THEN
                    EXECUTE format('SELECT max(o.%%I) FROM retentions o JOIN runs r USING (team, experiment) WHERE o.team = $1'
                        || ' AND EXISTS (SELECT FROM %%s s WHERE s.team = r.team AND s.run = r.run)',
                        CASE parent WHEN 'requests' THEN 'requests_seconds' WHEN 'window_hours' THEN 'hours_seconds' ELSE 'windows_seconds' END, stored) INTO own USING kept.team;
                END IF;
                -- Neither times nor retentions are without limit in years.
                IF greatest(least(last, 4000000000000000000), until_micros)
                        + 1000000 * least(greatest(kept.seconds, own), 1000000000000) >= at_micros THEN
                    RETURN false;
                END IF;
            END LOOP;
            -- Of a team that said nothing no row is past.
            LOOP
                EXECUTE format('SELECT team FROM %%s WHERE team > $1 ORDER BY team LIMIT 1', stored) INTO found USING found;
                EXIT WHEN found IS NULL;
                IF NOT EXISTS (SELECT FROM team_retentions r WHERE r.team = found) THEN
                    RETURN false;
                END IF;
            END LOOP;
            RETURN true;
        END $body$ $sql$, place);

    CREATE TABLE window_hours_default (LIKE window_hours INCLUDING ALL);
    ALTER TABLE window_hours ATTACH PARTITION window_hours_default DEFAULT;
    EXECUTE format('CREATE TABLE %I PARTITION OF window_hours FOR VALUES FROM (MINVALUE) TO (%s)',
        'window_hours_until_' || to_char(tomorrow, 'YYYYMMDD'), partition_bound('run', tomorrow));
END $block$;
