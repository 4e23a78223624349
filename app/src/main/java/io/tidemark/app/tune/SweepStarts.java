package io.tidemark.app.tune;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.events.TrialState;
import io.tidemark.events.TrialStatus;
import io.tidemark.reports.compare.SweepSchedule;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;

/**
 * All combinations of a sweep in blocks, in an order that was drawn beforehand. Where a budget cut the design and the starts took less than was
 * planned, more of the design follows.
 */
public final class SweepStarts implements StartSource {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final double MILLIS_PER_SECOND = 1e3;

    private final SweepSchedule drawn;
    private final Function<String, Duration> estimates;
    private final Function<SweepSchedule.PlannedStart, PlannedStart> starts;
    private final FailureStreak failures;
    private final Map<String, List<Duration>> measured = new HashMap<>();
    private final Set<String> failed = new HashSet<>();
    private SweepSchedule schedule;
    private int ended;
    private Duration spent = Duration.ZERO;

    /**
     * @param schedule as it was drawn; the failure of a phase that must be there ends the sweep
     * @param estimates what a start of a phase takes, until one has shown it
     * @param starts what is started, of a place in the schedule
     */
    public SweepStarts(
            SweepSchedule schedule,
            Function<String, Duration> estimates,
            Function<SweepSchedule.PlannedStart, PlannedStart> starts) {
        this.drawn = schedule;
        this.schedule = schedule;
        this.estimates = estimates;
        this.starts = starts;
        this.failures = new FailureStreak(schedule.design().always());
    }

    @Override
    public String mode() {
        return "sweep";
    }

    @Override
    public String objective() {
        return "every combination is measured";
    }

    @Override
    public Optional<PlannedStart> next() {
        return failures.stop().isPresent() || ended == planned()
                ? Optional.empty()
                : Optional.of(starts.apply(schedule.starts().get(ended)));
    }

    @Override
    public void ended(TrialState trial) {
        if (ended == planned() || !schedule.starts().get(ended).phase().equals(trial.getPhase())) {
            throw new IllegalArgumentException("start " + trial.getNumber() + " is of phase " + trial.getPhase()
                    + ", which is not the next of this sweep");
        }
        ended++;
        Duration took = Duration.ofMillis(Math.round(TrialTimes.seconds(trial) * MILLIS_PER_SECOND));
        spent = spent.plus(took);
        if (trial.getStatus() == TrialStatus.MEASURED) {
            measured.computeIfAbsent(trial.getPhase(), phase -> new ArrayList<>())
                    .add(took);
        } else {
            failed.add(trial.getPhase());
        }
        failures.add(trial, schedule.repeats().keySet());
        if (ended == planned() && failures.stop().isEmpty()) {
            schedule = schedule.budget()
                    .map(budget -> schedule.extended(budget.minus(spent), this::expected, onlyFailed()))
                    .orElse(schedule);
        }
    }

    private Set<String> onlyFailed() {
        Set<String> phases = new HashSet<>(failed);
        phases.removeAll(measured.keySet());
        return phases;
    }

    /** The mean of a phase's own starts; of one that never ran its estimate, by how far those of the others were off. */
    private Duration expected(String phase) {
        List<Duration> own = measured.getOrDefault(phase, List.of());
        if (!own.isEmpty()) {
            return sum(own).dividedBy(own.size());
        }
        Duration real = measured.values().stream().map(SweepStarts::sum).reduce(Duration.ZERO, Duration::plus);
        Duration planned = measured.entrySet().stream()
                .map(one -> estimates
                        .apply(one.getKey())
                        .multipliedBy(one.getValue().size()))
                .reduce(Duration.ZERO, Duration::plus);
        Duration estimate = estimates.apply(phase);
        return planned.isZero()
                ? estimate
                : Duration.ofMillis(Math.round(estimate.toMillis() * ((double) real.toMillis() / planned.toMillis())));
    }

    private static Duration sum(List<Duration> durations) {
        return durations.stream().reduce(Duration.ZERO, Duration::plus);
    }

    @Override
    public int planned() {
        return schedule.starts().size();
    }

    @Override
    public Duration left() {
        return ended == 0
                ? schedule.total()
                : spent.multipliedBy(planned() - ended).dividedBy(ended);
    }

    @Override
    public Conclusion conclusion() {
        return failures.stop()
                .map(description -> new Conclusion(true, description, "", ""))
                .orElseGet(() -> new Conclusion(false, description(), "", ""));
    }

    private String description() {
        int more = planned() - drawn.starts().size();
        List<String> dropped = schedule.dropped();
        return "all " + planned() + " starts are over"
                + (more > 0 ? ", the last " + more + " of them in time that the budget had left" : "")
                + (dropped.isEmpty() ? "" : "; not measured within the budget: " + String.join(", ", dropped));
    }

    /** As it was drawn: what follows in the time that is left follows from how the starts before it ended. */
    @Override
    public String schedule() {
        ObjectNode json = JSON.createObjectNode();
        ArrayNode order = json.putArray("starts");
        drawn.starts()
                .forEach(start -> order.addObject()
                        .put("number", start.number())
                        .put("block", start.block())
                        .put("phase", start.phase()));
        return json.toString();
    }
}
