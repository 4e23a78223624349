-- What the sink could not decode, so that its count is as exact as the rows'.
CREATE TABLE dead_letters (
    team TEXT NOT NULL REFERENCES teams (team),
    topic TEXT NOT NULL,
    kafka_partition INTEGER NOT NULL,
    topic_id TEXT NOT NULL,
    kafka_offset INTEGER NOT NULL,
    reason TEXT NOT NULL,
    appended_micros INTEGER NOT NULL,
    PRIMARY KEY (team, topic, kafka_partition, topic_id, kafka_offset)
) STRICT;
