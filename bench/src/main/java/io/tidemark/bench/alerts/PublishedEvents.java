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
import java.util.List;
import java.util.Objects;
import org.apache.avro.specific.SpecificRecord;
import org.apache.kafka.clients.consumer.ConsumerRecord;

/** What a team's topics hold: requests that ended, and the records of breaches. */
record PublishedEvents(StackFile.Entry stack, Team team) {
    List<SloBreach> breaches() {
        return read(Topic.BREACHES, SloBreach.class);
    }

    List<CrossingMoment.Ended> requests() {
        return read(Topic.REQUESTS, RequestEvent.class).stream()
                .map(request -> new CrossingMoment.Ended(
                        request.getDue().plusNanos(Objects.requireNonNull(request.getEndNanos())),
                        request.getOutcome() != Outcome.OK))
                .toList();
    }

    /** How many requests have ended by now. */
    long requestCount() {
        return records(Topic.REQUESTS).size();
    }

    private <T extends SpecificRecord> List<T> read(Topic topic, Class<T> type) {
        EventDecoder<T> decoder = SchemaRegistry.connect(RegistryConfig.embedded(stack.registry()))
                .decoder(type);
        return records(topic).stream()
                .map(record -> decoder.decode(RecordPosition.of(record), record.value()))
                .toList();
    }

    private List<ConsumerRecord<String, byte[]>> records(Topic topic) {
        return new TopicReader(stack.kafka()).committed(topic.in(team));
    }
}
