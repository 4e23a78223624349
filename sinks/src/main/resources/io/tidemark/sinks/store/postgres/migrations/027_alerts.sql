-- One row per alert: what it is about, how it stands, what it says.
CREATE TABLE alerts (
    team TEXT COLLATE "C" NOT NULL,
    fingerprint TEXT COLLATE "C" NOT NULL,
    starts_micros BIGINT NOT NULL,
    alertname TEXT COLLATE "C" NOT NULL,
    severity TEXT COLLATE "C" NOT NULL,
    labels TEXT COLLATE "C" NOT NULL,
    ends_micros BIGINT,
    state TEXT COLLATE "C" NOT NULL,
    reason TEXT COLLATE "C" NOT NULL,
    revision BIGINT NOT NULL,
    published_revision BIGINT NOT NULL DEFAULT 0,
    updated_micros BIGINT NOT NULL,
    annotations TEXT COLLATE "C" NOT NULL,
    inhibited_by TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (team, fingerprint, starts_micros)
);
CREATE INDEX alerts_active ON alerts (team, state);
CREATE INDEX alerts_unpublished ON alerts (team, updated_micros) WHERE published_revision < revision;

-- One row per notification of an alert to a receiver: the outbox.
CREATE TABLE alert_deliveries (
    team TEXT COLLATE "C" NOT NULL,
    fingerprint TEXT COLLATE "C" NOT NULL,
    starts_micros BIGINT NOT NULL,
    status TEXT COLLATE "C" NOT NULL,
    receiver TEXT COLLATE "C" NOT NULL,
    state TEXT COLLATE "C" NOT NULL,
    attempts BIGINT NOT NULL,
    created_micros BIGINT NOT NULL,
    next_attempt_micros BIGINT NOT NULL,
    error TEXT COLLATE "C" NOT NULL,
    finished_micros BIGINT,
    PRIMARY KEY (team, fingerprint, starts_micros, status, receiver)
);
CREATE INDEX alert_deliveries_pending ON alert_deliveries (team, created_micros) WHERE state = 'PENDING';

-- One row per mute of a team.
CREATE TABLE alert_mutes (
    team TEXT COLLATE "C" NOT NULL,
    mute TEXT COLLATE "C" NOT NULL,
    labels TEXT COLLATE "C" NOT NULL,
    from_micros BIGINT NOT NULL,
    until_micros BIGINT NOT NULL,
    why TEXT COLLATE "C" NOT NULL,
    set_by TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (team, mute)
);

-- One row per thing that the alert rules of a team remember.
CREATE TABLE alert_facts (
    team TEXT COLLATE "C" NOT NULL,
    fact TEXT COLLATE "C" NOT NULL,
    content TEXT COLLATE "C" NOT NULL,
    PRIMARY KEY (team, fact)
);

-- One row per partition: how far the dispatcher of alerts has read it.
CREATE TABLE alert_offsets (
    team TEXT COLLATE "C" NOT NULL,
    topic TEXT COLLATE "C" NOT NULL,
    kafka_partition BIGINT NOT NULL,
    topic_id TEXT COLLATE "C" NOT NULL,
    next_offset BIGINT NOT NULL,
    PRIMARY KEY (team, topic, kafka_partition)
);
