-- One row per change of settings or data, with who made it and from where. The team is empty for a change of all teams.
CREATE TABLE audit (
    team TEXT COLLATE "C" NOT NULL,
    id TEXT COLLATE "C" NOT NULL,
    at_micros BIGINT NOT NULL,
    action TEXT COLLATE "C" NOT NULL,
    subject TEXT COLLATE "C" NOT NULL,
    details TEXT COLLATE "C" NOT NULL,
    os_user TEXT COLLATE "C" NOT NULL,
    login TEXT COLLATE "C" NOT NULL,
    host TEXT COLLATE "C" NOT NULL,
    address TEXT COLLATE "C" NOT NULL,
    appended_micros BIGINT NOT NULL,
    PRIMARY KEY (team, id)
);
CREATE INDEX audit_by_time ON audit (team, appended_micros);

-- Nobody changes a row, and nobody deletes one that is younger than 400 days: the owner neither.
CREATE OR REPLACE FUNCTION keep_audit() RETURNS TRIGGER LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $body$
BEGIN
    IF TG_OP = 'DELETE' AND OLD.appended_micros <= EXTRACT(EPOCH FROM now() - INTERVAL '400 days') * 1000000 THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'rows of audit are never changed, and kept for 400 days';
END $body$;
CREATE TRIGGER audit_kept BEFORE UPDATE OR DELETE ON audit FOR EACH ROW EXECUTE FUNCTION keep_audit();
CREATE OR REPLACE FUNCTION keep_all_audit() RETURNS TRIGGER LANGUAGE plpgsql SET search_path = pg_catalog, pg_temp AS $body$
BEGIN
    RAISE EXCEPTION 'rows of audit are kept for 400 days';
END $body$;
CREATE TRIGGER audit_not_emptied BEFORE TRUNCATE ON audit EXECUTE FUNCTION keep_all_audit();
