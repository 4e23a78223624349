package io.tidemark.streams.compare;

import io.tidemark.events.Regression;
import io.tidemark.events.RunStatus;
import io.tidemark.events.StepResult;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.TeamLimit;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.EventEncoder;
import io.tidemark.streams.kafka.BrokerClock;
import io.tidemark.streams.meter.TeamMeters;
import io.tidemark.streams.processor.Containment;
import io.tidemark.streams.processor.DeadLetterRecords;
import io.tidemark.streams.processor.Destination;
import io.tidemark.streams.processor.RoutedRecord;
import io.tidemark.streams.processor.TeamServices;
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
 * place of the earlier one. Steps that are INVALID are not compared. As in reports, a run counts once it has ended, so a lost one never does; runs that are INVALID or were aborted
 * count nowhere: one that was counted before is withdrawn, and so are the segments of an INVALID one.
 */
public final class RegressionsProcessor extends ContextualProcessor<String, byte[], String, RoutedRecord> {
    /** Store of final results: of the last runs of each phase, and of the last segments of each step. */
    public static final String STORE = "comparison-inputs";

    /** Runs that are kept of a phase. */
    static final int MAX_RUNS = 20;

    /** Segments that are kept of a step. */
    static final int MAX_SEGMENTS = 24;

    /** Results are compared with for as long as topics keep the last record of a key. */
    private static final Duration RETENTION = Duration.ofDays(180);

    private static final Duration EXPIRE_EVERY = Duration.ofHours(1);

    /** Between two parts of what is left to compare. */
    private static final Duration EVERY = Duration.ofMillis(100);

    private final BrokerClock clock;
    private final TeamMeters meters;
    private final DeadLetterRecords deadLetters;
    private final EventEncoder<Regression> encoder;
    private @Nullable ComparisonStore storedResults;
    private @Nullable ExperimentBaseline bases;
    private @Nullable PhaseComparisons phases;
    private @Nullable BaselinePasses passes;
    private @Nullable ComparisonExpiry expiry;

    public RegressionsProcessor(Team team, TeamServices tools) {
        this.clock = tools.clock();
        this.meters = tools.meters();
        this.deadLetters = new DeadLetterRecords(tools.meters());
        this.encoder = tools.registry().encoder(Topic.REGRESSIONS, team, Regression.class);
    }

    @Override
    public void init(ProcessorContext<String, RoutedRecord> context) {
        super.init(context);
        ComparisonStore results = new ComparisonStore(new CompositeKeyStore(context.getStateStore(STORE)));
        ExperimentBaseline chosen = new ExperimentBaseline(results);
        PhaseComparisons comparisons = new PhaseComparisons(results);
        BaselinePasses walks = new BaselinePasses(results, chosen, comparisons);
        ComparisonExpiry old = new ComparisonExpiry(results, chosen, this::report);
        expiry = old;
        storedResults = results;
        bases = chosen;
        phases = comparisons;
        passes = walks;
        context.schedule(
                EXPIRE_EVERY,
                PunctuationType.WALL_CLOCK_TIME,
                hostMillis -> Containment.run(() -> old.dropBefore(Instant.ofEpochMilli(clock.brokerMillis(hostMillis))
                                .minus(RETENTION)))
                        .ifPresent(this::report));
        context.schedule(EVERY, PunctuationType.WALL_CLOCK_TIME, now -> goOn(walks));
    }

    /** A pass that the program fails on is given up. */
    private void goOn(BaselinePasses walks) {
        Containment.run(() -> send(walks.nextPart())).ifPresent(reason -> {
            walks.dropNext();
            report(reason);
        });
    }

    private void report(Throwable reason) {
        context().forward(deadLetters.ofStore(STORE, reason, context().currentSystemTimeMs()));
    }

    @Override
    public void process(Record<String, byte[]> inbox) {
        deadLetters.contain(context(), inbox, origin -> {
            meters.overLimit(
                    TeamLimit.COMPARED_BYTES, Objects.requireNonNull(expiry).dropOldest());
            take(inbox);
        });
    }

    private void take(Record<String, byte[]> inbox) {
        StepResult result = AvroBytes.decode(StepResult.getDecoder(), inbox.value());
        Instant at = Instant.ofEpochMilli(inbox.timestamp());
        if (result.getSegment() != null) {
            ofSegment(result, at);
        } else if (result.getRunStatus() == RunStatus.INVALID || result.getRunStatus() == RunStatus.ABORTED) {
            withdraw(result, at);
        } else if (result.getRunStatus() != RunStatus.RUNNING && result.getVerdict() != Verdict.INVALID) {
            ofStep(result, at);
        }
    }

    private void ofStep(StepResult result, Instant at) {
        ComparisonStore results = Objects.requireNonNull(storedResults);
        if (!results.put(runOf(result) + step(result), result)) {
            return;
        }
        results.keepLast(MAX_RUNS, phaseOf(result), StepResult::getRun);
        ExperimentKey experiment = ExperimentKey.of(result);
        ExperimentBaseline chosen = Objects.requireNonNull(bases);
        Optional<String> earlier = chosen.of(experiment);
        chosen.add(result);
        String base = chosen.of(experiment).orElseThrow();
        boolean isRebased = earlier.isPresent() && !earlier.get().equals(base);
        if (!isRebased && !result.getPhase().equals(base)) {
            send(Objects.requireNonNull(phases).look(experiment, base, result.getPhase(), at));
            return;
        }
        BaselinePasses walks = Objects.requireNonNull(passes);
        if (isRebased) {
            walks.start(experiment, at, new BaselinePass.Earlier(earlier.orElseThrow(), result.getRun(), ""));
        } else {
            walks.start(experiment, at);
        }
        send(walks.nextPart());
    }

    /** Compares again, without the run, what it was counted in before; publishes a withdrawal where no data is left. */
    private void withdraw(StepResult result, Instant at) {
        ComparisonStore results = Objects.requireNonNull(storedResults);
        if (!results.under(runOf(result)).isEmpty()) {
            withdrawPhases(result, at);
        }
        if (result.getRunStatus() == RunStatus.INVALID) {
            results.exclude(result.getRun());
            String segments = CompositeKeyStore.key(ComparisonExpiry.SEGMENTS, result.getRun());
            results.under(segments).stream()
                    .collect(Collectors.groupingBy(RegressionsProcessor::step, TreeMap::new, Collectors.toList()))
                    .values()
                    .forEach(ofStep -> send(Withdrawals.of(ofSegments(ofStep, 0, at), List.of(), without(result))));
            results.entries().drop(segments);
        }
    }

    /** All phases, in parts, if the run was the base's, else its own. */
    private void withdrawPhases(StepResult result, Instant at) {
        ComparisonStore results = Objects.requireNonNull(storedResults);
        ExperimentBaseline chosen = Objects.requireNonNull(bases);
        ExperimentKey experiment = ExperimentKey.of(result);
        String base = chosen.of(experiment).orElseThrow();
        if (result.getPhase().equals(base)) {
            results.entries().move(runOf(result), experiment.dropped(result.getRun()));
            chosen.withdrawn(result);
            BaselinePasses walks = Objects.requireNonNull(passes);
            walks.start(experiment, at, new BaselinePass.Earlier(base, result.getRun(), status(result)));
            send(walks.nextPart());
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
        ComparisonStore results = Objects.requireNonNull(storedResults);
        String step = CompositeKeyStore.key(ComparisonExpiry.SEGMENTS, result.getRun()) + step(result);
        if (results.isExcluded(result.getRun()) || !results.put(step + CompositeKeyStore.key(number(result)), result)) {
            return;
        }
        results.keepLast(MAX_SEGMENTS, step, RegressionsProcessor::number);
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
        return ExperimentKey.of(result).phase(result.getPhase());
    }

    private static String runOf(StepResult result) {
        return phaseOf(result) + CompositeKeyStore.key(result.getRun());
    }

    private static String step(StepResult result) {
        return CompositeKeyStore.key(String.format("%08d", result.getStep()), result.getRequestClass());
    }

    private static String number(StepResult segment) {
        return String.format("%08d", segment.getSegment());
    }

    private void send(List<Regression> regressions) {
        regressions.forEach(regression -> {
            RoutedRecord outgoing = new RoutedRecord(Destination.REGRESSIONS, encoder.encode(regression));
            context()
                    .forward(new Record<>(
                            RegressionKey.of(regression), outgoing, context().currentSystemTimeMs()));
        });
    }
}
