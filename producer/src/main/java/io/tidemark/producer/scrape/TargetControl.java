package io.tidemark.producer.scrape;

import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;

/** What is asked of a target between the steps, when it is at rest: to forget its prefix cache, and what it counted. */
public interface TargetControl {
    /** Asks it to forget its prefix cache. */
    Reset resetPrefixCache() throws InterruptedException;

    /** What it has counted so far; empty where it does not say. */
    Optional<TargetCounters> counters() throws InterruptedException;

    /** Whether only this run can use the server, so that its caches hold nothing of other clients. */
    default boolean isDedicated() {
        return false;
    }

    /** What it says of its own configuration. */
    default ReportedServerConfig reportedConfig() throws InterruptedException {
        return ReportedServerConfig.NOTHING;
    }

    /**
     * What came of a reset.
     *
     * @param description {@code done}, or why not, e.g. {@code HTTP 404}
     */
    record Reset(boolean done, String description) {
        public static final Reset DONE = new Reset(true, "done");

        static Reset refused(String why) {
            return new Reset(false, why);
        }
    }

    /**
     * Cumulative counts, of all replicas together.
     *
     * @param finished requests that it has finished since it started
     * @param prefix tokens looked up in its prefix cache, and found
     */
    record TargetCounters(OptionalLong finished, Optional<PrefixCounts> prefix) {}

    /** Tokens looked up and found. */
    record PrefixCounts(double queries, double hits) {
        /** What was counted since; empty where nothing was, or where the server began to count anew. */
        public Optional<PrefixCounts> since(PrefixCounts before) {
            PrefixCounts difference = new PrefixCounts(queries - before.queries, hits - before.hits);
            boolean sound = difference.queries > 0 && difference.hits >= 0;
            return sound ? Optional.of(difference) : Optional.empty();
        }

        public double share() {
            return Math.min(1, hits / queries);
        }
    }

    /** Of one or several targets, by name. */
    static TargetControl of(Map<String, TargetControl> targets) {
        return targets.size() == 1 ? targets.values().iterator().next() : new JointTargetControl(targets);
    }

    /** A target that cannot be asked. */
    static TargetControl none() {
        return new TargetControl() {
            @Override
            public Reset resetPrefixCache() {
                return Reset.refused("not possible here");
            }

            @Override
            public Optional<TargetCounters> counters() {
                return Optional.empty();
            }
        };
    }
}
