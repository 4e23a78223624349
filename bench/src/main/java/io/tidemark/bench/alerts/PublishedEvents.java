package io.tidemark.bench.alerts;

import io.tidemark.app.stack.StackFile;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.SloBreach;
import io.tidemark.fixtures.kafka.TopicReader;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What a team's topics hold: requests that ended, and the records of breaches with the time at which the broker took them. */
record PublishedEvents(StackFile.Entry stack, Team team) {
    List<BreachRecord> breaches() {
        EventDecoder<SloBreach> decoder = decoder(SloBreach.class);
        return records(Topic.BREACHES).stream()
                .map(record -> new BreachRecord(decoded(decoder, record), Instant.ofEpochMilli(record.timestamp())))
                .toList();
    }

    List<CrossingMoment.Ended> requests() {
        EventDecoder<RequestEvent> decoder = decoder(RequestEvent.class);
        return records(Topic.REQUESTS).stream()
                .map(record -> decoded(decoder, record))
                .map(request -> new CrossingMoment.Ended(
                        request.getDue().plusNanos(Objects.requireNonNull(request.getEndNanos())),
                        request.getOutcome() != Outcome.OK))
                .toList();
    }

    /** How many requests have ended by now. */
    long requestCount() {
        return records(Topic.REQUESTS).size();
    }

    private <T extends SpecificRecord> EventDecoder<T> decoder(Class<T> type) {
        return SchemaRegistry.connect(RegistryConfig.embedded(stack.registry())).decoder(type);
    }

    private static <T extends SpecificRecord> T decoded(
            EventDecoder<T> decoder, ConsumerRecord<String, byte[]> record) {
        return decoder.decode(RecordPosition.of(record), record.value());
    }

    private List<ConsumerRecord<String, byte[]>> records(Topic topic) {
        return new TopicReader(stack.kafka()).committed(topic.in(team));
    }
}
