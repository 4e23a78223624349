package io.tidemark.streams.regression;

import io.tidemark.analysis.compare.RunComparison;
import io.tidemark.events.Regression;
import io.tidemark.events.RunStatus;
import io.tidemark.events.StepResult;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.EventEncoder;
import io.tidemark.schemas.serde.Registry;
import io.tidemark.streams.flow.Outgoing;
import io.tidemark.streams.flow.TeamTopics;
import io.tidemark.streams.wire.AvroBytes;
import java.time.Instant;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Compares phases when one of their runs has a new result of a step, and a soak's segments when one ends. A result that comes again takes the
 * place of the earlier one; results of runs that are invalid count nowhere.
 */
final class RegressionsProcessor extends ContextualProcessor<String, byte[], String, Outgoing> {
    /** Runs that are kept of a phase. */
    static final int MOST_RUNS = 20;

    /** Segments that are kept of a step. */
    static final int MOST_SEGMENTS = 24;

    private final TeamTopics topics;
    private final EventEncoder<Regression> encoder;
    private @Nullable KeptResults kept;

    RegressionsProcessor(TeamTopics topics, Registry registry) {
        this.topics = topics;
        this.encoder = registry.encoder(Topic.REGRESSIONS, topics.team(), Regression.class);
    }

    @Override
    public void init(ProcessorContext<String, Outgoing> context) {
        super.init(context);
        kept = new KeptResults(context.getStateStore(RegressionsTopology.STORE));
    }

    @Override
    public void process(Record<String, byte[]> inbox) {
        StepResult result = AvroBytes.decode(StepResult.getDecoder(), inbox.value());
        Instant at = Instant.ofEpochMilli(inbox.timestamp());
        if (result.getRunStatus() == RunStatus.INVALID) {
            return;
        }
        if (result.getSegment() == null) {
            ofStep(result, at);
        } else {
            ofSegment(result, at);
        }
    }

    private void ofStep(StepResult result, Instant at) {
        KeptResults results = Objects.requireNonNull(kept);
        String experiment = KeptResults.key("runs", result.getExperiment(), result.getWorkloadHash());
        String phase = experiment + KeptResults.key(result.getPhase());
        String step =
                KeptResults.key(result.getRun(), String.format("%08d", result.getStep()), result.getRequestClass());
        if (!results.put(phase + step, result)) {
            return;
        }
        results.keepLast(MOST_RUNS, phase, StepResult::getRun);
        String base = results.firstPhase(result);
        PhaseComparisons.of(results.under(experiment), base, result.getPhase())
                .forEach(comparison -> send(RegressionEvents.ofPhases(result, comparison, at)));
    }

    /** The segment's own comparison, and those of later ones that rest on it: there are some if it came again. */
    private void ofSegment(StepResult result, Instant at) {
        KeptResults results = Objects.requireNonNull(kept);
        String step = KeptResults.key(
                "segments", result.getRun(), String.format("%08d", result.getStep()), result.getRequestClass());
        if (!results.put(step + KeptResults.key(number(result)), result)) {
            return;
        }
        results.keepLast(MOST_SEGMENTS, step, RegressionsProcessor::number);
        List<StepResult> segments = results.under(step);
        for (int newest = 0; newest < segments.size(); newest++) {
            List<StepResult> until = segments.subList(0, newest + 1);
            if (number(segments.get(newest)).compareTo(number(result)) >= 0) {
                Optional<RunComparison> comparison = SegmentComparisons.of(until);
                comparison.ifPresent(it -> send(RegressionEvents.ofSegments(until, it, at)));
            }
        }
    }

    private static String number(StepResult segment) {
        return String.format("%08d", segment.getSegment());
    }

    private void send(List<Regression> regressions) {
        regressions.forEach(regression -> {
            Outgoing outgoing = new Outgoing(topics.of(Topic.REGRESSIONS), encoder.encode(regression));
            context()
                    .forward(new Record<>(
                            RegressionKey.of(regression), outgoing, context().currentSystemTimeMs()));
        });
    }
}
