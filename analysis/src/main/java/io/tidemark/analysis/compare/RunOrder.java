package io.tidemark.analysis.compare;

import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.analysis.measure.RunMeasurements;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** How the runs of two sides lay in time. A machine that drifts looks like a change unless they took turns. */
public enum RunOrder {
    /** Each two in a row are one of each side, and not always the same one first. */
    IN_TURNS("the sides alternated"),
    /** Each two in a row are one of each side, and the same one always first. */
    SAME_SIDE_FIRST(
            "the sides alternated, but the same one always came first, so a drift of the machine counts against the other"),
    /** All of one side's ran before the other's. */
    ONE_AFTER_THE_OTHER("all runs of one side came first, so a drift of the machine would look like a change"),
    /** Anything between. */
    MIXED("the runs of the sides were mixed"),
    /** A run's start is not known. */
    UNKNOWN("the times of the runs are not known");

    private final String description;

    RunOrder(String description) {
        this.description = description;
    }

    /** The words that reports print. */
    public String description() {
        return description;
    }

    static RunOrder of(ComparisonSide base, ComparisonSide candidate) {
        return ofStarts(starts(base), starts(candidate));
    }

    static RunOrder ofStarts(List<Optional<Instant>> base, List<Optional<Instant>> candidate) {
        List<Start> starts = Stream.concat(starts(base, false), starts(candidate, true))
                .sorted(Comparator.comparing(Start::at))
                .toList();
        int runs = base.size() + candidate.size();
        if (starts.size() < runs || base.isEmpty() || candidate.isEmpty()) {
            return UNKNOWN;
        }
        boolean inTurns = base.size() == candidate.size()
                && IntStream.range(0, runs / 2)
                        .allMatch(pair -> starts.get(2 * pair).isCandidate()
                                != starts.get(2 * pair + 1).isCandidate());
        if (inTurns && runs > 2) {
            boolean sameFirst = IntStream.range(0, runs / 2)
                    .allMatch(pair ->
                            starts.get(2 * pair).isCandidate() == starts.get(0).isCandidate());
            return sameFirst ? SAME_SIDE_FIRST : IN_TURNS;
        }
        long changes = IntStream.range(1, runs)
                .filter(at -> starts.get(at).isCandidate() != starts.get(at - 1).isCandidate())
                .count();
        return changes == 1 ? ONE_AFTER_THE_OTHER : MIXED;
    }

    private static List<Optional<Instant>> starts(ComparisonSide side) {
        return side.runs().stream().map(RunMeasurements::startedAt).toList();
    }

    private static Stream<Start> starts(List<Optional<Instant>> starts, boolean isCandidate) {
        return starts.stream().flatMap(Optional::stream).map(at -> new Start(at, isCandidate));
    }

    private record Start(Instant at, boolean isCandidate) {}
}
