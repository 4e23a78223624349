-- One row per alert: what it is about, how it stands, what it says.
CREATE TABLE alerts (
    team TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    starts_micros INTEGER NOT NULL,
    alertname TEXT NOT NULL,
    severity TEXT NOT NULL,
    labels TEXT NOT NULL,
    ends_micros INTEGER,
    state TEXT NOT NULL,
    reason TEXT NOT NULL,
    revision INTEGER NOT NULL,
    published_revision INTEGER NOT NULL DEFAULT 0,
    updated_micros INTEGER NOT NULL,
    annotations TEXT NOT NULL,
    inhibited_by TEXT NOT NULL,
    PRIMARY KEY (team, fingerprint, starts_micros)
) STRICT;
CREATE INDEX alerts_active ON alerts (team, state);
CREATE INDEX alerts_unpublished ON alerts (team, updated_micros) WHERE published_revision < revision;

-- One row per notification of an alert to a receiver: the outbox.
CREATE TABLE alert_deliveries (
    team TEXT NOT NULL,
    fingerprint TEXT NOT NULL,
    starts_micros INTEGER NOT NULL,
    status TEXT NOT NULL,
    receiver TEXT NOT NULL,
    state TEXT NOT NULL,
    attempts INTEGER NOT NULL,
    created_micros INTEGER NOT NULL,
    next_attempt_micros INTEGER NOT NULL,
    error TEXT NOT NULL,
    finished_micros INTEGER,
    PRIMARY KEY (team, fingerprint, starts_micros, status, receiver)
) STRICT;
CREATE INDEX alert_deliveries_pending ON alert_deliveries (team, created_micros) WHERE state = 'PENDING';

-- One row per mute of a team.
CREATE TABLE alert_mutes (
    team TEXT NOT NULL,
    mute TEXT NOT NULL,
    labels TEXT NOT NULL,
    from_micros INTEGER NOT NULL,
    until_micros INTEGER NOT NULL,
    why TEXT NOT NULL,
    set_by TEXT NOT NULL,
    PRIMARY KEY (team, mute)
) STRICT;

-- One row per thing that the alert rules of a team remember.
CREATE TABLE alert_facts (
    team TEXT NOT NULL,
    fact TEXT NOT NULL,
    content TEXT NOT NULL,
    PRIMARY KEY (team, fact)
) STRICT;

-- One row per partition: how far the dispatcher of alerts has read it.
CREATE TABLE alert_offsets (
    team TEXT NOT NULL,
    topic TEXT NOT NULL,
    kafka_partition INTEGER NOT NULL,
    topic_id TEXT NOT NULL,
    next_offset INTEGER NOT NULL,
    PRIMARY KEY (team, topic, kafka_partition)
) STRICT;
