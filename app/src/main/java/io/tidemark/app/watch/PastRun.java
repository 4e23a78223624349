package io.tidemark.app.watch;

import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;

/**
 * A run of a watched plan, as the control topic has it.
 *
 * @param due the moment for which it was made
 * @param confirms id of the run whose suspicion it confirms or refutes; empty for a scheduled run
 */
public record PastRun(String run, String experiment, String watch, Instant due, RunStatus status, String confirms) {
    /** Label of a run: the name of its watched plan. */
    public static final String WATCH = "watch";

    /** Label of a run: when it was due. */
    public static final String DUE = "watch.due";

    /** Label of a run: the run whose suspicion it confirms or refutes. */
    public static final String CONFIRMS = "watch.confirms";

    /** Empty for a run that was not watched. */
    public static Optional<PastRun> of(RunState state) {
        Map<String, String> labels = state.getLabels();
        String watch = labels.getOrDefault(WATCH, "");
        if (watch.isEmpty()) {
            return Optional.empty();
        }
        try {
            return Optional.of(new PastRun(
                    state.getRun(),
                    state.getExperiment(),
                    watch,
                    Instant.parse(labels.getOrDefault(DUE, "")),
                    state.getStatus(),
                    labels.getOrDefault(CONFIRMS, "")));
        } catch (DateTimeException e) {
            // Someone else's label of the same name: it is no run of ours.
            return Optional.empty();
        }
    }

    /** Whether it ran to its end: one that was stopped, or whose process was lost, is made up for. */
    public boolean isComplete() {
        return status == RunStatus.ENDED || status == RunStatus.INVALID;
    }

    /** Whether its figures may be compared. */
    public boolean isValid() {
        return status == RunStatus.ENDED;
    }

    public boolean isScheduled() {
        return confirms.isEmpty();
    }
}
