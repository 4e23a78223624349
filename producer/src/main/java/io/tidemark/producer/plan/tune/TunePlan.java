package io.tidemark.producer.plan.tune;

import java.time.Duration;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * How the combinations of a sweep are searched: the section {@code tune} of a plan.
 *
 * @param goal what is maximized or minimized
 * @param pricePerHour of the server, in any currency; given for {@link TuneGoal#COST_PER_TOKEN}
 * @param budget server time of all starts together, start-up included
 * @param from first load that is tried, requests per second or requests in flight; empty for the lowest of the plan's steps
 * @param startUp what a start is expected to take until one has shown it
 * @param lengths how long servers are measured
 * @param finals what decides at the end
 * @param heldOut a workload that the final stage measures beside the plan's own; empty for none
 */
public record TunePlan(
        TuneGoal goal,
        OptionalDouble pricePerHour,
        Duration budget,
        OptionalDouble from,
        Duration startUp,
        Lengths lengths,
        Finals finals,
        Optional<HeldOut> heldOut) {
    /** Where the plan says nothing. */
    public static final Duration DEFAULT_BUDGET = Duration.ofHours(8);

    /** Where the plan says nothing. */
    public static final Duration DEFAULT_START_UP = Duration.ofMinutes(2);

    /** The same with another budget. */
    public TunePlan withBudget(Duration other) {
        return new TunePlan(goal, pricePerHour, other, from, startUp, lengths, finals, heldOut);
    }

    /** The same where each measurement, of the search and of the final stage, is as long as the plan's steps. */
    public TunePlan withStepsOf(Duration steps) {
        return new TunePlan(
                goal,
                pricePerHour,
                budget,
                from,
                startUp,
                new Lengths(steps, steps, steps),
                new Finals(finals.challengers(), finals.repeats(), Optional.of(steps)),
                heldOut);
    }

    /**
     * How long a server is measured in the search.
     *
     * @param check expected of a server that surely fails at the best load so far; for the forecast only
     * @param first measurement of a configuration; each further one of the same configuration is twice as long
     * @param longest measurement
     */
    public record Lengths(Duration check, Duration first, Duration longest) {
        public static final Lengths DEFAULT =
                new Lengths(Duration.ofMinutes(3), Duration.ofMinutes(12), Duration.ofMinutes(48));
    }

    /**
     * The final stage: interleaved runs, each with a fresh server.
     *
     * @param challengers configurations that are run against the default
     * @param repeats runs of each
     * @param length of a run's measurement; empty: half of the budget is shared by all runs
     */
    public record Finals(int challengers, int repeats, Optional<Duration> length) {
        public static final Finals DEFAULT = new Finals(2, 5, Optional.empty());
    }

    /**
     * A workload that nothing was chosen by.
     *
     * @param workloadJson the section {@code workload} that takes the place of the plan's, as JSON
     * @param workloadHash SHA-256 of it and of its files, hex
     */
    public record HeldOut(String workloadJson, String workloadHash) {}
}
