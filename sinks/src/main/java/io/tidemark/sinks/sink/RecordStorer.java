package io.tidemark.sinks.sink;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.sinks.consume.FollowedPartition;
import io.tidemark.sinks.store.RefusedException;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.WriteBatch;
import java.util.Arrays;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/**
 * Stores records of a team's topics that are in no Kafka, as the sink stores those that are: rows are upserted, so that storing them again is
 * storing them once. A record of which no row can be made is noted in the store as a dead letter. Not thread-safe.
 */
public final class RecordStorer {
    private final ResultStore store;
    private final StoreChangeReader reader;
    private final Map<String, FollowedPartition> topics;

    /**
     * Writes to a store that is open; the caller closes it.
     *
     * @param origin distinguishes dead letters of these records from those of others, as the id of a topic does
     */
    public RecordStorer(ResultStore store, SchemaRegistry registry, Team team, String origin) {
        this.store = store;
        this.reader = new StoreChangeReader(registry);
        this.topics = Arrays.stream(Topic.values())
                .filter(StoreChangeReader.TOPICS::contains)
                .collect(Collectors.toMap(
                        topic -> topic.in(team), topic -> new FollowedPartition(team, topic, 0, origin)));
    }

    /**
     * Stores what is of topics that a sink stores, in one transaction; others are passed over.
     *
     * @return how many are dead letters
     */
    public long store(List<ConsumerRecord<byte[], byte[]>> records) {
        Iterator<ConsumerRecord<byte[], byte[]>> stored = records.stream()
                .filter(record -> topics.containsKey(record.topic()))
                .iterator();
        return write(reader.read(() -> stored, partition -> topics.get(partition.topic())));
    }

    private long write(FetchedBatch batch) {
        try {
            store.write(new WriteBatch(batch.changes(), List.of()));
            return batch.deadLettered();
        } catch (RefusedException e) {
            return write(batch.refused(e.reasons()));
        }
    }
}
