-- One row per change of settings or data, with who made it and from where. The team is empty for a change of all teams.
CREATE TABLE audit (
    team TEXT NOT NULL,
    id TEXT NOT NULL,
    at_micros INTEGER NOT NULL,
    action TEXT NOT NULL,
    subject TEXT NOT NULL,
    details TEXT NOT NULL,
    os_user TEXT NOT NULL,
    login TEXT NOT NULL,
    host TEXT NOT NULL,
    address TEXT NOT NULL,
    appended_micros INTEGER NOT NULL,
    PRIMARY KEY (team, id)
) STRICT;
CREATE INDEX audit_by_time ON audit (team, appended_micros);

-- Nobody changes a row, and nobody deletes one that is younger than 400 days.
CREATE TRIGGER audit_unchanged BEFORE UPDATE ON audit BEGIN
    SELECT RAISE(ABORT, 'rows of audit are never changed');
END;
CREATE TRIGGER audit_kept BEFORE DELETE ON audit
WHEN OLD.appended_micros > (CAST(strftime('%s', 'now') AS INTEGER) - 400 * 86400) * 1000000 BEGIN
    SELECT RAISE(ABORT, 'rows of audit are kept for 400 days');
END;
