package io.tidemark.streams.regression;

import io.tidemark.events.Regression;
import io.tidemark.events.StepResult;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.EventEncoder;
import io.tidemark.schemas.serde.Registry;
import io.tidemark.streams.flow.Outgoing;
import io.tidemark.streams.flow.TeamTopics;
import io.tidemark.streams.wire.AvroBytes;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.apache.kafka.streams.state.KeyValueIterator;
import org.apache.kafka.streams.state.KeyValueStore;
import org.jspecify.annotations.Nullable;

/** Compares each final step result with those of the other phases at its experiment and load; a phase's last run holds. */
final class RegressionsProcessor extends ContextualProcessor<String, byte[], String, Outgoing> {
    private final TeamTopics topics;
    private final EventEncoder<Regression> encoder;
    private @Nullable KeyValueStore<String, byte[]> store;

    RegressionsProcessor(TeamTopics topics, Registry registry) {
        this.topics = topics;
        this.encoder = registry.encoder(Topic.REGRESSIONS, topics.team(), Regression.class);
    }

    @Override
    public void init(ProcessorContext<String, Outgoing> context) {
        super.init(context);
        store = context.getStateStore(RegressionsTopology.STORE);
    }

    @Override
    public void process(Record<String, byte[]> inbox) {
        StepResult result = AvroBytes.decode(StepResult.getDecoder(), inbox.value());
        Instant at = Instant.ofEpochMilli(inbox.timestamp());
        others(inbox.key(), result).stream()
                .map(other -> PhasePair.of(other, result))
                .filter(PhasePair::isComparable)
                .flatMap(pair -> pair.compare(at).stream())
                .forEach(this::send);
        Objects.requireNonNull(store).put(inbox.key() + "/" + result.getPhase(), inbox.value());
    }

    private List<StepResult> others(String key, StepResult result) {
        List<StepResult> others = new ArrayList<>();
        try (KeyValueIterator<String, byte[]> entries =
                Objects.requireNonNull(store).range(key + "/", key + "0")) {
            entries.forEachRemaining(entry -> others.add(AvroBytes.decode(StepResult.getDecoder(), entry.value)));
        }
        others.removeIf(other -> other.getPhase().equals(result.getPhase()));
        return others;
    }

    private void send(Regression regression) {
        String key = String.join(
                "/",
                regression.getExperiment(),
                regression.getBasePhase(),
                regression.getCandidatePhase(),
                Double.toString(regression.getLoad()),
                regression.getMetric().name() + "-p" + Math.round(regression.getQuantile() * 100));
        Outgoing outgoing = new Outgoing(topics.of(Topic.REGRESSIONS), encoder.encode(regression));
        context().forward(new Record<>(key, outgoing, context().currentSystemTimeMs()));
    }
}
