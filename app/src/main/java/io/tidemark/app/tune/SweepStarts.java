package io.tidemark.app.tune;

import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.events.TrialState;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.stream.Collectors;

/** All combinations of a sweep in blocks, in an order that was drawn beforehand. */
public final class SweepStarts implements StartSource {
    private static final ObjectMapper JSON = new ObjectMapper();
    private static final double MILLIS_PER_SECOND = 1e3;

    private final List<PlannedStart> starts;
    private final Duration expected;
    private final FailureStreak failures;
    private int ended;
    private double secondsSpent;

    /**
     * @param starts in their order, numbered from 1
     * @param expected of all starts with their measurements, until one has shown what it takes
     * @param defaultPhases phases whose failure ends the sweep
     */
    public SweepStarts(List<PlannedStart> starts, Duration expected, Set<String> defaultPhases) {
        this.starts = List.copyOf(starts);
        this.expected = expected;
        this.failures = new FailureStreak(
                starts.stream().map(start -> start.phase().name()).collect(Collectors.toSet()), defaultPhases);
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
        return failures.stop().isPresent() || ended == starts.size()
                ? Optional.empty()
                : Optional.of(starts.get(ended));
    }

    @Override
    public void ended(TrialState trial) {
        if (ended == starts.size() || !starts.get(ended).phase().name().equals(trial.getPhase())) {
            throw new IllegalArgumentException("start " + trial.getNumber() + " is of phase " + trial.getPhase()
                    + ", which is not the next of this sweep");
        }
        ended++;
        secondsSpent += TrialTimes.seconds(trial);
        failures.add(trial);
    }

    @Override
    public int planned() {
        return starts.size();
    }

    @Override
    public Duration left() {
        int left = starts.size() - ended;
        return ended == 0 ? expected : Duration.ofMillis(Math.round(secondsSpent / ended * left * MILLIS_PER_SECOND));
    }

    @Override
    public Conclusion conclusion() {
        return failures.stop()
                .map(words -> new Conclusion(true, words, "", ""))
                .orElseGet(() -> new Conclusion(false, "all " + starts.size() + " starts are over", "", ""));
    }

    @Override
    public String schedule() {
        ObjectNode schedule = JSON.createObjectNode();
        ArrayNode order = schedule.putArray("starts");
        starts.forEach(start -> order.addObject()
                .put("number", start.number())
                .put("block", start.block())
                .put("phase", start.phase().name()));
        return schedule.toString();
    }
}
