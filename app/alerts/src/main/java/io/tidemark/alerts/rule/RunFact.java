package io.tidemark.alerts.rule;

import com.google.common.collect.ImmutableMap;
import io.tidemark.alerts.text.SafeText;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.RunLabels;
import io.tidemark.schemas.TeamLimit;
import io.tidemark.schemas.time.EpochMicros;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;

/**
 * What the rules remember of a run.
 *
 * @param labels of bounded number and length
 * @param configurationChange what differs from the phase before, in words; empty for the first phase
 * @param endedMicros microseconds since 1970; 0 while it runs
 * @param verdicts of its final step results, by step
 * @param announced whether its end has been announced
 */
record RunFact(
        String run,
        String experiment,
        String phase,
        Map<String, String> labels,
        String configurationChange,
        List<String> lanes,
        int stepCount,
        RunStatus status,
        long startedMicros,
        long endedMicros,
        Map<Integer, Verdict> verdicts,
        boolean announced) {
    private static final String PREFIX = "run/";
    private static final int MAX_LABELS = 64;

    RunFact {
        labels = limited(labels);
    }

    /** What is kept of a run's labels: those that make it a trial before others, and the beginning of long values. */
    static Map<String, String> limited(Map<String, String> labels) {
        Map<String, String> limited = new TreeMap<>();
        labels.entrySet().stream()
                .filter(label -> label.getKey().length() <= TeamLimit.NAME_LENGTH.most())
                .sorted(Comparator.<Map.Entry<String, String>, Boolean>comparing(
                                label -> !RunLabels.isTrial(Map.ofEntries(label)))
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MAX_LABELS)
                .forEach(label ->
                        limited.put(label.getKey(), SafeText.cut(label.getValue(), TeamLimit.NAME_LENGTH.most())));
        return limited;
    }

    static String key(String run) {
        return PREFIX + run;
    }

    static List<RunFact> all(Facts facts) {
        return facts.all(PREFIX, RunFact.class);
    }

    static Optional<RunFact> of(Facts facts, String run) {
        return facts.get(key(run), RunFact.class);
    }

    /** What differs from the phase before, in words; empty for the first phase, and of a run that is not remembered. */
    static String configurationChangeOf(Facts facts, String run) {
        return of(facts, run).map(RunFact::configurationChange).orElse("");
    }

    /** Labels of every alert about a run, with the labels of its plan where it is remembered. */
    static ImmutableMap<String, String> alertLabelsOf(Facts facts, String experiment, String phase, String run) {
        return of(facts, run)
                .map(RunFact::alertLabels)
                .orElseGet(() -> ImmutableMap.of("experiment", experiment, "phase", phase, "run", run));
    }

    /** Labels of every alert about the run. */
    ImmutableMap<String, String> alertLabels() {
        return ImmutableMap.<String, String>builder()
                .put("experiment", experiment)
                .put("phase", phase)
                .put("run", run)
                .putAll(runLabels())
                .buildOrThrow();
    }

    /** Its own labels, as alerts have them. */
    Map<String, String> runLabels() {
        return labels.entrySet().stream()
                .collect(Collectors.toMap(label -> "label_" + label.getKey(), Map.Entry::getValue));
    }

    /** This run in a newer state. */
    RunFact with(RunState state) {
        long ended = state.getEnded() == null ? 0 : EpochMicros.of(state.getEnded());
        return copy(List.copyOf(state.getLanes()), state.getStepCount(), state.getStatus(), ended, verdicts, announced);
    }

    RunFact with(int step, Verdict verdict) {
        Map<Integer, Verdict> all = new TreeMap<>(verdicts);
        all.put(step, verdict);
        return copy(lanes, stepCount, status, endedMicros, all, announced);
    }

    RunFact asAnnounced() {
        return copy(lanes, stepCount, status, endedMicros, verdicts, true);
    }

    private RunFact copy(
            List<String> lanes,
            int stepCount,
            RunStatus status,
            long endedMicros,
            Map<Integer, Verdict> verdicts,
            boolean announced) {
        return new RunFact(
                run,
                experiment,
                phase,
                labels,
                configurationChange,
                lanes,
                stepCount,
                status,
                startedMicros,
                endedMicros,
                verdicts,
                announced);
    }

    /** "run 01J... of h200, phase baseline". */
    String description() {
        return "run " + run + " of " + experiment + ", phase " + phase;
    }

    boolean isRunning() {
        return status == RunStatus.RUNNING;
    }

    /** Whether it tries a load or a configuration: nobody is alerted of what it does to its server. */
    boolean isTrial() {
        return RunLabels.isTrial(labels);
    }

    Instant started() {
        return instant(startedMicros);
    }

    Optional<Instant> ended() {
        return endedMicros == 0 ? Optional.empty() : Optional.of(instant(endedMicros));
    }

    static Instant instant(long micros) {
        return Instant.ofEpochSecond(Math.floorDiv(micros, 1_000_000L), Math.floorMod(micros, 1_000_000L) * 1_000);
    }
}
