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
import java.util.Set;
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

    private final TeamTopics topics;
    private final BrokerClock clock;
    private final EventEncoder<Regression> encoder;
    private @Nullable KeptResults kept;

    RegressionsProcessor(TeamTopics topics, TeamTools tools) {
        this.topics = topics;
        this.clock = tools.clock();
        this.encoder = tools.registry().encoder(Topic.REGRESSIONS, topics.team(), Regression.class);
    }

    @Override
    public void init(ProcessorContext<String, Outgoing> context) {
        super.init(context);
        KeptResults opened = new KeptResults(context.getStateStore(RegressionsTopology.STORE));
        kept = opened;
        context.schedule(
                FORGET_EVERY,
                PunctuationType.WALL_CLOCK_TIME,
                hostMillis -> opened.forgetBefore(
                        Instant.ofEpochMilli(clock.at(hostMillis)).minus(KEPT)));
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
        Optional<String> earlier = results.base(result);
        results.count(result);
        results.name(result);
        Optional<String> base = results.base(result);
        if (earlier.isEmpty() || base.equals(earlier)) {
            send(ofPhases(result, result.getPhase(), at));
        } else {
            rebase(result, earlier.get(), base.orElse(""), at);
        }
    }

    /** A run that is the first that counts, or whose plan names another base: what stood against the earlier base stands no more. */
    private void rebase(StepResult result, String earlier, String base, Instant at) {
        List<StepResult> others = Objects.requireNonNull(kept).under(experimentOf(result)).stream()
                .filter(other -> !other.getRun().equals(result.getRun()))
                .toList();
        List<Regression> after = ofPhases(result, base, at);
        String why = "withdrawn: from run " + result.getRun() + " on phases are compared with " + base;
        send(standNoMore(compared(others, earlier, earlier, at), after, why));
        send(after);
    }

    /** What its run was counted in before is compared again without it; what then has nothing to stand on is told to stand no more. */
    private void withdraw(StepResult result, Instant at) {
        KeptResults results = Objects.requireNonNull(kept);
        if (!results.under(runOf(result)).isEmpty()) {
            String all = results.base(result).orElse("");
            List<Regression> before = ofPhases(result, all, at);
            results.withdraw(result, experimentOf(result), runOf(result));
            List<Regression> after = ofPhases(result, results.base(result).orElse(""), at);
            send(standNoMore(before, after, without(result)));
            send(after.stream().filter(now -> !before.contains(now)).toList());
        }
        if (result.getRunStatus() == RunStatus.INVALID) {
            results.bar(result.getRun());
            String segments = KeptResults.key("segments", result.getRun());
            results.under(segments).stream()
                    .collect(Collectors.groupingBy(RegressionsProcessor::step, TreeMap::new, Collectors.toList()))
                    .values()
                    .forEach(ofStep -> send(standNoMore(ofSegments(ofStep, 0, at), List.of(), without(result))));
            results.drop(segments);
        }
    }

    private static String without(StepResult of) {
        return "withdrawn: run " + of.getRun() + " is " + of.getRunStatus()
                + ", and without it nothing is left to compare";
    }

    private static List<Regression> standNoMore(List<Regression> before, List<Regression> after, String why) {
        Set<String> standing = after.stream().map(RegressionKey::of).collect(Collectors.toSet());
        return before.stream()
                .filter(earlier -> !standing.contains(RegressionKey.of(earlier)))
                .map(earlier -> RegressionEvents.withdrawn(earlier, why))
                .toList();
    }

    /** The phases of a result's experiment and workload, as far as one of them changed: all if it is the base. */
    private List<Regression> ofPhases(StepResult result, String changed, Instant at) {
        KeptResults results = Objects.requireNonNull(kept);
        List<StepResult> all = results.under(experimentOf(result));
        return results.base(result).stream()
                .flatMap(base -> compared(all, base, changed, at).stream())
                .toList();
    }

    private static List<Regression> compared(List<StepResult> all, String base, String changed, Instant at) {
        return PhaseComparisons.of(all, base, changed).stream()
                .flatMap(comparison -> RegressionEvents.ofPhases(all, comparison, at).stream())
                .toList();
    }

    /** The segment's own comparison, and those of later ones that rest on it: there are some if it came again. */
    private void ofSegment(StepResult result, Instant at) {
        KeptResults results = Objects.requireNonNull(kept);
        String step = KeptResults.key("segments", result.getRun()) + step(result);
        if (results.isBarred(result.getRun()) || !results.put(step + KeptResults.key(number(result)), result)) {
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

    private static String experimentOf(StepResult result) {
        return KeptResults.key("runs", result.getExperiment(), result.getWorkloadHash());
    }

    private static String phaseOf(StepResult result) {
        return experimentOf(result) + KeptResults.key(result.getPhase());
    }

    private static String runOf(StepResult result) {
        return phaseOf(result) + KeptResults.key(result.getRun());
    }

    private static String step(StepResult result) {
        return KeptResults.key(String.format("%08d", result.getStep()), result.getRequestClass());
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
