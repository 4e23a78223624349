package io.tidemark.streams.regression;

import io.tidemark.events.Regression;
import io.tidemark.events.RunStatus;
import io.tidemark.events.StepResult;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.EventEncoder;
import io.tidemark.streams.flow.BrokerClock;
import io.tidemark.streams.flow.Outgoing;
import io.tidemark.streams.flow.TeamTools;
import io.tidemark.streams.flow.TeamTopics;
import io.tidemark.streams.wire.AvroBytes;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.kafka.streams.processor.PunctuationType;
import org.apache.kafka.streams.processor.api.ContextualProcessor;
import org.apache.kafka.streams.processor.api.ProcessorContext;
import org.apache.kafka.streams.processor.api.Record;
import org.jspecify.annotations.Nullable;

/**
 * Compares phases when one of their runs has a new result of a step, and a soak's segments when one ends. A result that comes again takes the
 * place of the earlier one. Steps that are INVALID are not compared. Runs that are INVALID or were aborted count nowhere: one that was counted before is withdrawn, and so are the
 * segments of an INVALID one.
 */
final class RegressionsProcessor extends ContextualProcessor<String, byte[], String, Outgoing> {
    /** Runs that are kept of a phase. */
    static final int MOST_RUNS = 20;

    /** Segments that are kept of a step. */
    static final int MOST_SEGMENTS = 24;

    /** Results are compared with for as long as topics keep the last record of a key. */
    private static final Duration KEPT = Duration.ofDays(180);

    private static final Duration FORGET_EVERY = Duration.ofHours(1);

    /** Between two parts of what is left to compare. */
    private static final Duration EVERY = Duration.ofMillis(100);

    private final TeamTopics topics;
    private final BrokerClock clock;
    private final EventEncoder<Regression> encoder;
    private @Nullable KeptResults kept;
    private @Nullable Bases bases;
    private @Nullable PhaseComparisons phases;
    private @Nullable BasePasses passes;

    RegressionsProcessor(TeamTopics topics, TeamTools tools) {
        this.topics = topics;
        this.clock = tools.clock();
        this.encoder = tools.registry().encoder(Topic.REGRESSIONS, topics.team(), Regression.class);
    }

    @Override
    public void init(ProcessorContext<String, Outgoing> context) {
        super.init(context);
        KeptResults results = new KeptResults(new KeptEntries(context.getStateStore(RegressionsTopology.STORE)));
        Bases chosen = new Bases(results);
        PhaseComparisons comparisons = new PhaseComparisons(results);
        BasePasses walks = new BasePasses(results, chosen, comparisons);
        Expiry expiry = new Expiry(results, chosen);
        kept = results;
        bases = chosen;
        phases = comparisons;
        passes = walks;
        context.schedule(
                FORGET_EVERY,
                PunctuationType.WALL_CLOCK_TIME,
                hostMillis -> expiry.dropBefore(
                        Instant.ofEpochMilli(clock.at(hostMillis)).minus(KEPT)));
        context.schedule(EVERY, PunctuationType.WALL_CLOCK_TIME, now -> send(walks.part()));
    }

    @Override
    public void process(Record<String, byte[]> inbox) {
        StepResult result = AvroBytes.decode(StepResult.getDecoder(), inbox.value());
        Instant at = Instant.ofEpochMilli(inbox.timestamp());
        if (result.getSegment() != null) {
            ofSegment(result, at);
        } else if (result.getRunStatus() == RunStatus.INVALID || result.getRunStatus() == RunStatus.ABORTED) {
            withdraw(result, at);
        } else if (result.getVerdict() != Verdict.INVALID) {
            ofStep(result, at);
        }
    }

    private void ofStep(StepResult result, Instant at) {
        KeptResults results = Objects.requireNonNull(kept);
        if (!results.put(runOf(result) + step(result), result)) {
            return;
        }
        results.keepLast(MOST_RUNS, phaseOf(result), StepResult::getRun);
        Experiment experiment = Experiment.of(result);
        Bases chosen = Objects.requireNonNull(bases);
        Optional<String> earlier = chosen.of(experiment);
        chosen.add(result);
        String base = chosen.of(experiment).orElseThrow();
        boolean isRebased = earlier.isPresent() && !earlier.get().equals(base);
        if (!isRebased && !result.getPhase().equals(base)) {
            send(Objects.requireNonNull(phases).look(experiment, base, result.getPhase(), at));
            return;
        }
        BasePasses walks = Objects.requireNonNull(passes);
        if (isRebased) {
            walks.begin(experiment, at, new BasePass.Earlier(earlier.orElseThrow(), result.getRun(), ""));
        } else {
            walks.begin(experiment, at);
        }
        send(walks.part());
    }

    /** What its run was counted in before is compared again without it; what then has nothing to stand on is told to stand no more. */
    private void withdraw(StepResult result, Instant at) {
        KeptResults results = Objects.requireNonNull(kept);
        if (!results.under(runOf(result)).isEmpty()) {
            withdrawPhases(result, at);
        }
        if (result.getRunStatus() == RunStatus.INVALID) {
            results.bar(result.getRun());
            String segments = KeptEntries.key(Expiry.SEGMENTS, result.getRun());
            results.under(segments).stream()
                    .collect(Collectors.groupingBy(RegressionsProcessor::step, TreeMap::new, Collectors.toList()))
                    .values()
                    .forEach(ofStep -> send(Withdrawals.of(ofSegments(ofStep, 0, at), List.of(), without(result))));
            results.entries().drop(segments);
        }
    }

    /** All phases, in parts, if the run was the base's, else its own. */
    private void withdrawPhases(StepResult result, Instant at) {
        KeptResults results = Objects.requireNonNull(kept);
        Bases chosen = Objects.requireNonNull(bases);
        Experiment experiment = Experiment.of(result);
        String base = chosen.of(experiment).orElseThrow();
        if (result.getPhase().equals(base)) {
            results.entries().move(runOf(result), experiment.dropped(result.getRun()));
            chosen.withdrawn(result);
            BasePasses walks = Objects.requireNonNull(passes);
            walks.begin(experiment, at, new BasePass.Earlier(base, result.getRun(), status(result)));
            send(walks.part());
            return;
        }
        PhaseComparisons comparisons = Objects.requireNonNull(phases);
        List<Regression> before = comparisons.lastLook(experiment, base, result.getPhase(), at);
        results.entries().drop(runOf(result));
        chosen.withdrawn(result);
        List<Regression> after = comparisons.look(experiment, base, result.getPhase(), at);
        send(Withdrawals.of(before, after, without(result)));
        send(after.stream().filter(now -> !before.contains(now)).toList());
    }

    private static String without(StepResult of) {
        return Withdrawals.without(of.getRun(), status(of));
    }

    private static String status(StepResult of) {
        return String.valueOf(of.getRunStatus());
    }

    /** The segment's own comparison, and those of later ones that rest on it: there are some if it came again. */
    private void ofSegment(StepResult result, Instant at) {
        KeptResults results = Objects.requireNonNull(kept);
        String step = KeptEntries.key(Expiry.SEGMENTS, result.getRun()) + step(result);
        if (results.isBarred(result.getRun()) || !results.put(step + KeptEntries.key(number(result)), result)) {
            return;
        }
        results.keepLast(MOST_SEGMENTS, step, RegressionsProcessor::number);
        send(ofSegments(results.under(step), result.getSegment(), at));
    }

    /** Of the segments of one step, in their order: the comparisons that stood when each of them ended, from one on. */
    private static List<Regression> ofSegments(List<StepResult> segments, int from, Instant at) {
        List<Regression> regressions = new ArrayList<>();
        for (int newest = 0; newest < segments.size(); newest++) {
            if (segments.get(newest).getSegment() >= from) {
                List<StepResult> until = segments.subList(0, newest + 1);
                SegmentComparisons.of(until)
                        .ifPresent(it -> regressions.addAll(RegressionEvents.ofSegments(until, it, at)));
            }
        }
        return regressions;
    }

    private static String phaseOf(StepResult result) {
        return Experiment.of(result).phase(result.getPhase());
    }

    private static String runOf(StepResult result) {
        return phaseOf(result) + KeptEntries.key(result.getRun());
    }

    private static String step(StepResult result) {
        return KeptEntries.key(String.format("%08d", result.getStep()), result.getRequestClass());
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
