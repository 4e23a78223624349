-- Who sees and writes which team's rows. It runs after every migration, so that new tables have what the others have, and may run at any time.
-- Nothing is enforced until row security is on for team_roles: then the store has teams, and every table gets it.
-- Functions that others call name the schema of each operator and function: a caller's search_path changes nothing.

-- Teams that this transaction is limited to; NULL if it is not. It takes rights away and gives none: everybody can set it.
CREATE OR REPLACE FUNCTION transaction_teams() RETURNS TEXT[] LANGUAGE sql STABLE PARALLEL SAFE
RETURN string_to_array(NULLIF(current_setting('tidemark.team', true), ''), ',');

-- Policies of one table are tried in the reverse order of their names: what the owner may do is found out first.
DO $block$
DECLARE
    place CONSTANT TEXT := quote_ident(current_schema());
    closed CONSTANT BOOLEAN := (SELECT relrowsecurity FROM pg_class WHERE oid = to_regclass('team_roles'));
    stored RECORD;
    admitted RECORD;
    all_relations TEXT;
    of_teams TEXT;
BEGIN
    -- Whether the current user owns the store. A view of the owner is read with the owner's policies, but the current user is who reads.
    EXECUTE format($sql$
        CREATE OR REPLACE FUNCTION %1$s.owns_store() RETURNS BOOLEAN LANGUAGE plpgsql STABLE PARALLEL SAFE AS $body$
        BEGIN
            RETURN (SELECT pg_catalog.pg_has_role(relowner, 'USAGE') FROM pg_catalog.pg_class
                WHERE oid OPERATOR(pg_catalog.=) %2$L::pg_catalog.regclass);
        END $body$ $sql$, place, place || '.team_roles');

    -- Teams of the roles that the current user has: the policy of team_roles shows no other rows.
    EXECUTE format($sql$
        CREATE OR REPLACE FUNCTION %1$s.permitted_teams(writing BOOLEAN) RETURNS TEXT[] LANGUAGE plpgsql STABLE PARALLEL SAFE AS $body$
        BEGIN
            RETURN (SELECT COALESCE(pg_catalog.array_agg(team), '{}') FROM %1$s.team_roles
                WHERE (writes OPERATOR(pg_catalog.=) 1 OR NOT writing) AND (%1$s.transaction_teams() IS NULL
                    OR team OPERATOR(pg_catalog.=) ANY (%1$s.transaction_teams())));
        END $body$ $sql$, place);

    -- Gives a table its policies, and enforces them in a store with teams.
    EXECUTE format($sql$
        CREATE OR REPLACE FUNCTION %1$s.secure_table(secured REGCLASS) RETURNS VOID LANGUAGE plpgsql AS $body$
        DECLARE
            place CONSTANT TEXT := %1$L;
            name CONSTANT TEXT := (SELECT relname FROM pg_class WHERE oid = secured);
            relation CONSTANT TEXT := place || '.' || quote_ident(name);
            owner CONSTANT TEXT := (SELECT pg_get_userbyid(relowner) FROM pg_class WHERE oid = secured);
            teams_of_role CONSTANT TEXT := 'team = ANY ((SELECT ' || place || '.permitted_teams(%%s))::TEXT[])';
        BEGIN
            EXECUTE format('DROP POLICY IF EXISTS whole_store ON %%s', relation);
            EXECUTE format('DROP POLICY IF EXISTS team_read ON %%s', relation);
            EXECUTE format('DROP POLICY IF EXISTS team_insert ON %%s', relation);
            EXECUTE format('DROP POLICY IF EXISTS team_update ON %%s', relation);
            EXECUTE format('DROP POLICY IF EXISTS team_delete ON %%s', relation);
            IF name = 'team_roles' THEN
                EXECUTE format('CREATE POLICY whole_store ON %%s TO %%I USING ((SELECT %%s.owns_store()))', relation, owner, place);
                EXECUTE format('CREATE POLICY team_read ON %%s FOR SELECT USING (pg_has_role(to_regrole(quote_ident(role)), ''USAGE''))', relation);
            ELSE
                EXECUTE format('CREATE POLICY whole_store ON %%1$s TO %%2$I USING ((SELECT %%3$s.owns_store()) AND ((SELECT %%3$s.transaction_teams()) IS NULL'
                    || ' OR team = ANY ((SELECT %%3$s.transaction_teams())::TEXT[])))', relation, owner, place);
                EXECUTE format('CREATE POLICY team_read ON %%s FOR SELECT USING (%%s)', relation, format(teams_of_role, 'false'));
                EXECUTE format('CREATE POLICY team_insert ON %%s FOR INSERT WITH CHECK (%%s)', relation, format(teams_of_role, 'true'));
                EXECUTE format('CREATE POLICY team_update ON %%s FOR UPDATE USING (%%s)', relation, format(teams_of_role, 'true'));
                EXECUTE format('CREATE POLICY team_delete ON %%s FOR DELETE USING (%%s)', relation, format(teams_of_role, 'true'));
            END IF;
            IF (SELECT relrowsecurity FROM pg_class WHERE oid = %2$L::regclass) THEN
                EXECUTE format('ALTER TABLE %%s ENABLE ROW LEVEL SECURITY, FORCE ROW LEVEL SECURITY', relation);
            END IF;
        END $body$ $sql$, place, place || '.team_roles');

    FOR stored IN
        SELECT c.oid, c.relname AS name, c.relispartition AS part, c.relkind AS kind, a.attname IS NOT NULL AS of_teams FROM pg_class c
            LEFT JOIN pg_attribute a ON a.attrelid = c.oid AND a.attname = 'team' AND NOT a.attisdropped
        WHERE c.relnamespace = current_schema()::regnamespace AND c.relkind IN ('r', 'p', 'v')
    LOOP
        IF stored.of_teams AND stored.kind <> 'v' THEN
            PERFORM secure_table(stored.oid);
        END IF;
        -- Who names a partition instead of its table has no right to it.
        IF NOT stored.part THEN
            all_relations := concat_ws(', ', all_relations, place || '.' || quote_ident(stored.name));
            IF stored.of_teams AND stored.kind <> 'v' AND stored.name <> 'team_roles' THEN
                of_teams := concat_ws(', ', of_teams, place || '.' || quote_ident(stored.name));
            END IF;
        END IF;
    END LOOP;

    -- What a migration made, the roles of teams get here. Without row security there are none.
    FOR admitted IN
        SELECT role, MAX(writes) AS writes FROM team_roles WHERE closed AND to_regrole(quote_ident(role)) IS NOT NULL GROUP BY role
    LOOP
        EXECUTE format('GRANT SELECT ON %s TO %I', all_relations, admitted.role);
        IF admitted.writes = 1 THEN
            EXECUTE format('GRANT INSERT, UPDATE, DELETE ON %s TO %I', of_teams, admitted.role);
        END IF;
    END LOOP;
END $block$;
