package io.tidemark.app.tune;

import io.tidemark.app.run.PlanDuration;
import io.tidemark.producer.plan.PhasePlan;
import io.tidemark.producer.plan.Plan;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;

/**
 * How long a start of each phase takes: until its server is ready, and then its load. A start-up time is unknown until one was measured: then
 * it is the mean of the phase's own, or else the median of all that were measured. Immutable.
 */
public final class StartEstimates implements Function<String, Duration> {
    /** How long a server is taken to need until it is ready, before any was measured. */
    public static final Duration UNMEASURED_START = Duration.ofSeconds(60);

    private final Map<String, PlanDuration> loads;
    private final Map<String, List<Duration>> startUps;

    private StartEstimates(Map<String, PlanDuration> loads, Map<String, List<Duration>> startUps) {
        this.loads = loads;
        this.startUps = startUps;
    }

    /** Of all phases of a plan, before any start. */
    public static StartEstimates of(Plan plan) {
        Map<String, PlanDuration> loads = new LinkedHashMap<>();
        for (PhasePlan phase : plan.phases()) {
            loads.put(phase.name(), PlanDuration.of(plan.forPhase(phase)));
        }
        return new StartEstimates(loads, Map.of());
    }

    /** The same, knowing how long a server of the phase needed until it was ready. */
    public StartEstimates withStartUp(String phase, Duration measured) {
        Map<String, List<Duration>> more = new LinkedHashMap<>(startUps);
        List<Duration> own = new ArrayList<>(more.getOrDefault(phase, List.of()));
        own.add(measured);
        more.put(phase, List.copyOf(own));
        return new StartEstimates(loads, more);
    }

    /**
     * Start and load of one phase.
     *
     * @throws IllegalArgumentException if the plan has no such phase
     */
    @Override
    public Duration apply(String phase) {
        return startUp(phase).plus(load(phase).estimate());
    }

    /** How long the phase's server needs until it is ready. */
    public Duration startUp(String phase) {
        List<Duration> own = startUps.getOrDefault(phase, List.of());
        if (!own.isEmpty()) {
            return own.stream().reduce(Duration.ZERO, Duration::plus).dividedBy(own.size());
        }
        List<Duration> all =
                startUps.values().stream().flatMap(List::stream).sorted().toList();
        return all.isEmpty() ? UNMEASURED_START : all.get(all.size() / 2);
    }

    /** Whether the loads of all phases have a length that is known before they run. */
    public boolean areComplete() {
        return loads.values().stream().allMatch(PlanDuration::complete);
    }

    /** Whether any start-up time was measured. */
    public boolean hasMeasuredStarts() {
        return !startUps.isEmpty();
    }

    private PlanDuration load(String phase) {
        PlanDuration load = loads.get(phase);
        if (load == null) {
            throw new IllegalArgumentException("a phase must be one of " + loads.keySet() + " but was " + phase);
        }
        return load;
    }
}
