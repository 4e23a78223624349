package io.tidemark.sinks.store.jdbc.table;

import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.StoreTable;

/** Table of records of which no row could be made. */
public final class DeadLetterTable {
    private DeadLetterTable() {}

    public static StoreTable<StoreChange.DeadLettered> deadLetters() {
        return StoreTable.<StoreChange.DeadLettered>named("dead_letters")
                .key("topic", row -> row.event().origin().topic())
                .key("kafka_partition", row -> row.event().origin().partition())
                .key("topic_id", row -> row.event().topicId())
                .key("kafka_offset", row -> row.event().offset())
                .column("code", row -> row.event().code().name())
                .column("reason", row -> row.event().reason())
                .column("appended_micros", row -> ColumnValues.micros(row.appended()))
                .keepFirst();
    }
}
