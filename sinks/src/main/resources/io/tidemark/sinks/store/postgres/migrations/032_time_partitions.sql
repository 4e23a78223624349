-- Requests, windows and server samples are partitioned by time, and a partition of which every row is past its team's retention is dropped.
-- The time of requests and windows is that of their run: run ids are ULIDs, which begin with it, so all rows of a run are in one partition,
-- and the natural keys stay as they are. The partition T_until_20261127 holds what comes before that day (UTC) and after the partition before it;
-- T_default holds what no other does. Functions of the store's owner make and drop partitions for whoever may write: they end the limit that
-- tidemark.team is, to look at all teams' rows, and go by what each team said of its retention, and by no later time than the server's.

-- One row per team: how long the sink that writes its rows keeps them.
CREATE TABLE team_retentions (
    team TEXT COLLATE "C" NOT NULL,
    requests_seconds BIGINT NOT NULL,
    window_stats_seconds BIGINT NOT NULL,
    server_samples_seconds BIGINT NOT NULL,
    PRIMARY KEY (team)
);

DO $block$
DECLARE
    place CONSTANT TEXT := quote_ident(current_schema());
    options CONSTANT TEXT := 'SET search_path = pg_catalog, ' || quote_ident(current_schema())
        || ', pg_temp SET row_security = on SET lock_timeout = ''2s''';
    tomorrow CONSTANT DATE := (clock_timestamp() AT TIME ZONE 'UTC')::DATE + 1;
    parted RECORD;
    held RECORD;
    bound TEXT;
BEGIN
    -- The least run id of a day: ten characters of a ULID are milliseconds since 1970 in Crockford's base 32.
    EXECUTE format($sql$
        CREATE OR REPLACE FUNCTION %1$s.least_run_id(day DATE) RETURNS TEXT LANGUAGE sql IMMUTABLE PARALLEL SAFE AS $body$
            SELECT string_agg(substr('0123456789ABCDEFGHJKMNPQRSTVWXYZ',
                    ((extract(epoch FROM day)::BIGINT * 1000 >> (5 * place)) & 31)::INTEGER + 1, 1), '' ORDER BY place DESC)
                FROM generate_series(0, 9) AS place
        $body$ $sql$, place);

    -- Days that a partition of each table spans. Windows are kept longest: a query that names no run opens all partitions.
    EXECUTE format($sql$
        CREATE OR REPLACE FUNCTION %1$s.time_partitions() RETURNS TABLE (parent NAME, stored REGCLASS, until DATE, days INTEGER, key NAME)
            LANGUAGE sql STABLE AS $body$
            SELECT p.relname, c.oid::regclass, to_date(right(c.relname, 8), 'YYYYMMDD'), t.days, t.key
                FROM (VALUES ('requests', 1, 'run'), ('window_stats', 7, 'run'), ('server_samples', 1, 'scrape_start_micros')) AS t (name, days, key)
                JOIN pg_class p ON p.relname = t.name AND p.relnamespace = %2$L::regnamespace
                JOIN pg_inherits i ON i.inhparent = p.oid
                JOIN pg_class c ON c.oid = i.inhrelid AND c.relname ~ '_until_\d{8}$'
        $body$ $sql$, place, place);

    -- Makes partitions a week ahead, one for a longer gap. A day of which the default partition has rows already gets none.
    EXECUTE format($sql$
        CREATE OR REPLACE FUNCTION %1$s.make_partitions() RETURNS VOID LANGUAGE plpgsql SECURITY DEFINER %2$s AS $body$
        DECLARE
            today CONSTANT DATE := (clock_timestamp() AT TIME ZONE 'UTC')::DATE;
            parted RECORD;
            latest DATE;
            next DATE;
            name TEXT;
        BEGIN
            PERFORM set_config('tidemark.team', '', true);
            IF NOT has_table_privilege(session_user, '%1$s.requests', 'INSERT')
                    OR NOT EXISTS (SELECT FROM time_partitions() GROUP BY parent HAVING max(until) <= today + 7) THEN
                RETURN;
            END IF;
            PERFORM pg_advisory_xact_lock(hashtextextended('tidemark partitions %1$s', 0));
            FOR parted IN SELECT p.parent, p.days, p.key, max(p.until) AS latest FROM time_partitions() p GROUP BY 1, 2, 3 LOOP
                latest := parted.latest;
                WHILE latest <= today + 7 LOOP
                    next := greatest(latest + parted.days, today);
                    name := '%1$s.' || quote_ident(parted.parent || '_until_' || to_char(next, 'YYYYMMDD'));
                    BEGIN
                        EXECUTE format('CREATE TABLE %%s (LIKE %1$s.%%I INCLUDING ALL)', name, parted.parent);
                        PERFORM secure_table(name::regclass);
                        EXECUTE format('ALTER TABLE %1$s.%%I ATTACH PARTITION %%s FOR VALUES FROM (%%s) TO (%%s)', parted.parent, name,
                            partition_bound(parted.key, latest), partition_bound(parted.key, next));
                    EXCEPTION WHEN check_violation THEN
                        RAISE NOTICE '%%: %%', name, SQLERRM;
                    END;
                    latest := next;
                END LOOP;
            END LOOP;
        EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
            RAISE NOTICE 'partitions are made later: %%', SQLERRM;
        END $body$ $sql$, place, options);

    EXECUTE format($sql$
        CREATE OR REPLACE FUNCTION %1$s.partition_bound(key NAME, day DATE) RETURNS TEXT LANGUAGE sql IMMUTABLE AS $body$
            SELECT CASE key WHEN 'run' THEN quote_literal(%1$s.least_run_id(day)) ELSE (extract(epoch FROM day)::BIGINT * 1000000)::TEXT END
        $body$ $sql$, place);

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
                        CASE parent WHEN 'requests' THEN 'requests_seconds' ELSE 'windows_seconds' END, stored) INTO own USING kept.team;
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

    -- Drops one partition that is past, if there is one and no query of its table runs longer than the lock is waited for.
    EXECUTE format($sql$
        CREATE OR REPLACE FUNCTION %1$s.drop_partition(given_micros BIGINT) RETURNS TEXT LANGUAGE plpgsql SECURITY DEFINER %2$s AS $body$
        DECLARE
            at_micros CONSTANT BIGINT := least(given_micros, (extract(epoch FROM clock_timestamp()) * 1000000)::BIGINT);
            past RECORD;
            name TEXT;
        BEGIN
            PERFORM set_config('tidemark.team', '', true);
            IF NOT has_table_privilege(session_user, '%1$s.requests', 'DELETE') THEN
                RETURN NULL;
            END IF;
            FOR past IN SELECT p.parent, p.stored, p.until FROM time_partitions() p ORDER BY p.until, p.parent LOOP
                CONTINUE WHEN NOT is_past(past.parent, past.stored, past.until, at_micros);
                -- The table first: readers lock it before its partitions.
                EXECUTE format('LOCK TABLE ONLY %1$s.%%I IN ACCESS EXCLUSIVE MODE', past.parent);
                IF is_past(past.parent, past.stored, past.until, at_micros) THEN
                    name := past.stored::TEXT;
                    EXECUTE format('DROP TABLE %%s', name);
                    RETURN name;
                END IF;
                RETURN NULL;
            END LOOP;
            RETURN NULL;
        EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
            RAISE NOTICE 'a partition is dropped later: %%', SQLERRM;
            RETURN NULL;
        END $body$ $sql$, place, options);

    -- Partitions whose time is over and whose rows are all past before as much time as they span goes by: nobody need delete rows of them.
    EXECUTE format($sql$
        CREATE OR REPLACE FUNCTION %1$s.soon_dropped(of_table NAME, given_micros BIGINT) RETURNS OID[] LANGUAGE plpgsql SECURITY DEFINER %2$s AS $body$
        DECLARE
            at_micros CONSTANT BIGINT := least(given_micros, (extract(epoch FROM clock_timestamp()) * 1000000)::BIGINT);
        BEGIN
            PERFORM set_config('tidemark.team', '', true);
            RETURN (SELECT COALESCE(array_agg(p.stored::OID), '{}') FROM time_partitions() p
                WHERE p.parent = of_table AND extract(epoch FROM p.until)::BIGINT * 1000000 <= at_micros
                    AND is_past(p.parent, p.stored, p.until, at_micros + p.days * 86400000000));
        END $body$ $sql$, place, options);

    -- Writes one partition of windows anew that was thinned and is over for a day: no new row would take the room of those that are gone.
    EXECUTE format($sql$
        CREATE OR REPLACE FUNCTION %1$s.compact_partition(given_micros BIGINT) RETURNS TEXT LANGUAGE plpgsql SECURITY DEFINER %2$s AS $body$
        DECLARE
            at_micros CONSTANT BIGINT := least(given_micros, (extract(epoch FROM clock_timestamp()) * 1000000)::BIGINT);
            largest CONSTANT BIGINT := 32::BIGINT << 30;
            thinned RECORD;
            full_windows BOOLEAN;
        BEGIN
            PERFORM set_config('tidemark.team', '', true);
            IF NOT has_table_privilege(session_user, '%1$s.window_stats', 'DELETE') THEN
                RETURN NULL;
            END IF;
            FOR thinned IN SELECT p.stored, k.indexrelid::regclass::TEXT AS key FROM time_partitions() p
                JOIN pg_index k ON k.indrelid = p.stored AND k.indisprimary AND NOT k.indisclustered
                WHERE p.parent = 'window_stats' AND extract(epoch FROM p.until + 1)::BIGINT * 1000000 <= at_micros
                    AND pg_table_size(p.stored) BETWEEN 1 AND largest ORDER BY p.until
            LOOP
                EXECUTE format('SELECT EXISTS (SELECT FROM %%s WHERE thinned = 0)', thinned.stored) INTO full_windows;
                CONTINUE WHEN full_windows;
                EXECUTE format('CLUSTER %%s USING %%s', thinned.stored, split_part(thinned.key, '.', -1));
                EXECUTE format('ANALYZE %%s', thinned.stored);
                RETURN thinned.stored::TEXT;
            END LOOP;
            RETURN NULL;
        EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
            RAISE NOTICE 'a partition is compacted later: %%', SQLERRM;
            RETURN NULL;
        END $body$ $sql$, place, options);

    -- A table becomes the first partition of one of its name, with its indexes. Rows that belong elsewhere, as of a run without a ULID, are few and move.
    FOR parted IN SELECT * FROM (VALUES ('requests', 'run'), ('window_stats', 'run'), ('server_samples', 'scrape_start_micros')) AS t (name, key) LOOP
        CONTINUE WHEN (SELECT relkind FROM pg_class WHERE oid = to_regclass(place || '.' || parted.name)) = 'p';
        bound := parted.name || '_until_' || to_char(tomorrow, 'YYYYMMDD');
        EXECUTE format('ALTER TABLE %I RENAME TO %I', parted.name, bound);
        FOR held IN SELECT c.relname FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid WHERE i.indrelid = to_regclass(place || '.' || bound) LOOP
            EXECUTE format('ALTER INDEX %I RENAME TO %I', held.relname, replace(held.relname, parted.name, bound));
        END LOOP;
        EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL) PARTITION BY RANGE (%I)', parted.name, bound, parted.key);
        EXECUTE format('CREATE TABLE %I (LIKE %I INCLUDING ALL)', parted.name || '_default', bound);
        EXECUTE format('WITH moved AS (DELETE FROM %I WHERE %I >= %s RETURNING *) INSERT INTO %I SELECT * FROM moved', bound, parted.key,
            partition_bound(parted.key, tomorrow), parted.name || '_default');
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I DEFAULT', parted.name, parted.name || '_default');
        EXECUTE format('ALTER TABLE %I ATTACH PARTITION %I FOR VALUES FROM (MINVALUE) TO (%s)', parted.name, bound,
            partition_bound(parted.key, tomorrow));
        -- Who could use the table can use the new one, and no partition by its own name.
        FOR held IN
            SELECT a.grantee::regrole::TEXT AS name, a.grantee, a.privilege_type AS may FROM pg_class c, aclexplode(c.relacl) a
                WHERE c.oid = to_regclass(place || '.' || bound) AND a.grantee <> c.relowner
        LOOP
            EXECUTE format('GRANT %s ON %I TO %s', held.may, parted.name, CASE held.grantee WHEN 0 THEN 'PUBLIC' ELSE held.name END);
            EXECUTE format('REVOKE %s ON %I FROM %s', held.may, bound, CASE held.grantee WHEN 0 THEN 'PUBLIC' ELSE held.name END);
        END LOOP;
    END LOOP;
END $block$;
