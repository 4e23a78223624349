package io.tidemark.sinks.store.jdbc;

import io.tidemark.sinks.store.Change;

/** Table of records of which no row could be made. */
final class DeadLetterTable {
    private DeadLetterTable() {}

    static Table<Change.PutAside> deadLetters() {
        return Table.<Change.PutAside>named("dead_letters")
                .key("topic", row -> row.event().origin().topic())
                .key("kafka_partition", row -> row.event().origin().partition())
                .key("topic_id", row -> row.event().topicId())
                .key("kafka_offset", row -> row.event().offset())
                .column("code", row -> row.event().code().name())
                .column("reason", row -> row.event().reason())
                .column("appended_micros", row -> Stored.micros(row.appended()))
                .keepFirst();
    }
}
