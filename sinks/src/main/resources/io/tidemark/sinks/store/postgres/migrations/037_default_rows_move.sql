-- Rows of a coming day, which the default partition took before that day had a partition, move into the partition of the day when it is made. What
-- keeps a partition of one table from being made, such as a long read, keeps no other table from its own.
DO $block$
DECLARE
    place CONSTANT TEXT := quote_ident(current_schema());
    options CONSTANT TEXT := 'SET search_path = pg_catalog, ' || quote_ident(current_schema())
        || ', pg_temp SET row_security = on SET lock_timeout = ''2s''';
BEGIN
    -- Makes partitions a week ahead, one for a longer gap.
    EXECUTE format($sql$
        CREATE OR REPLACE FUNCTION %1$s.make_partitions() RETURNS VOID LANGUAGE plpgsql SECURITY DEFINER %2$s AS $body$
        DECLARE
            today CONSTANT DATE := (clock_timestamp() AT TIME ZONE 'UTC')::DATE;
            parted RECORD;
            latest DATE;
            next DATE;
            name TEXT;
            others TEXT;
            bounds TEXT[];
        BEGIN
            PERFORM set_config('tidemark.team', '', true);
            IF NOT has_table_privilege(session_user, '%1$s.requests', 'INSERT')
                    OR NOT EXISTS (SELECT FROM time_partitions() GROUP BY parent HAVING max(until) <= today + 7) THEN
                RETURN;
            END IF;
            PERFORM pg_advisory_xact_lock(hashtextextended('tidemark partitions %1$s', 0));
            FOR parted IN SELECT p.parent, p.days, p.key, max(p.until) AS latest FROM time_partitions() p GROUP BY 1, 2, 3 LOOP
                latest := parted.latest;
                others := '%1$s.' || quote_ident(parted.parent || '_default');
                WHILE latest <= today + 7 LOOP
                    next := greatest(latest + parted.days, today);
                    name := '%1$s.' || quote_ident(parted.parent || '_until_' || to_char(next, 'YYYYMMDD'));
                    bounds := ARRAY[partition_bound(parted.key, latest), partition_bound(parted.key, next)];
                    BEGIN
                        EXECUTE format('CREATE TABLE %%s (LIKE %1$s.%%I INCLUDING ALL)', name, parted.parent);
                        PERFORM secure_table(name::regclass);
                        -- Readers go on; a row that were added between the move and the end of this transaction would keep the partition out.
                        EXECUTE format('LOCK TABLE %%s IN SHARE ROW EXCLUSIVE MODE', others);
                        EXECUTE format('WITH moved AS (DELETE FROM %%1$s WHERE %%2$I >= %%3$s AND %%2$I < %%4$s RETURNING *) INSERT INTO %%5$s SELECT * FROM moved',
                            others, parted.key, bounds[1], bounds[2], name);
                        EXECUTE format('ALTER TABLE %1$s.%%I ATTACH PARTITION %%s FOR VALUES FROM (%%s) TO (%%s)', parted.parent, name,
                            bounds[1], bounds[2]);
                    EXCEPTION WHEN check_violation OR lock_not_available OR deadlock_detected THEN
                        RAISE NOTICE '%% is made later: %%', name, SQLERRM;
                        EXIT;
                    END;
                    latest := next;
                END LOOP;
            END LOOP;
        EXCEPTION WHEN lock_not_available OR deadlock_detected THEN
            RAISE NOTICE 'partitions are made later: %%', SQLERRM;
        END $body$ $sql$, place, options);
END $block$;
