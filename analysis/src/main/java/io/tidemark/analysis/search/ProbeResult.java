package io.tidemark.analysis.search;

import java.util.Comparator;
import java.util.List;
import java.util.stream.IntStream;

/**
 * A probe that ended.
 *
 * @param load requests per second, or in flight
 * @param seconds that it was measured
 * @param blockSeconds length of the blocks in which its requests were counted
 * @param blocks that are complete, of which its counts are
 */
public record ProbeResult(
        double load,
        LimitDecision decision,
        ProbeEnd end,
        double seconds,
        int blockSeconds,
        int blocks,
        List<ObjectiveDecision> objectives) {
    public ProbeResult {
        objectives = List.copyOf(objectives);
    }

    /** Whether it was ended before a request could be judged: then it says nothing of its load. */
    public boolean isEmpty() {
        return end == ProbeEnd.STOPPED && objectives.stream().allMatch(it -> it.n() == 0);
    }

    /** Requests that were judged, by the time of their blocks. */
    public double perSecond() {
        return objectives.stream().mapToLong(ObjectiveDecision::n).max().orElse(0)
                / Math.max(1.0, (double) blocks * blockSeconds);
    }

    /** Objectives that applied to no request. */
    public List<Integer> unjudged() {
        return IntStream.range(0, objectives.size())
                .filter(it -> objectives.get(it).n() == 0)
                .boxed()
                .toList();
    }

    /** The objective nearest to its limit, or furthest beyond, by what share of the limit its bad requests take. */
    public int binding(List<Double> limits) {
        return IntStream.range(0, objectives.size())
                .boxed()
                .max(Comparator.comparingDouble(it -> objectives.get(it).share() / limits.get(it)))
                .orElseThrow();
    }
}
