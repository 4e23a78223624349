package io.tidemark.analysis.compare;

import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** Both sides' runs at one question. */
record Runs(List<ScaledRun> base, List<ScaledRun> candidate) {

    int fewer() {
        return Math.min(base.size(), candidate.size());
    }

    int more() {
        return Math.max(base.size(), candidate.size());
    }

    Samples samples() {
        return new Samples(Sample.of(base, base.size()), Sample.of(candidate, candidate.size()));
    }

    /** The first run of each side with the other's first, and so on; for runs that {@link #tookTurns}. */
    Pairs pairs() {
        List<ScaledRun> first = inTime(base);
        List<ScaledRun> second = inTime(candidate);
        double[] differences = IntStream.range(0, first.size())
                .mapToDouble(pair -> second.get(pair).value() - first.get(pair).value())
                .toArray();
        return new Pairs(
                differences.length,
                Spread.mean(differences),
                Spread.ofValues(differences).variance(),
                samples().sharedOwnVariance());
    }

    /** Whether, in the order of their starts, each two runs in a row are one of each side. */
    boolean tookTurns() {
        return RunOrder.ofStarts(starts(base), starts(candidate)).isInTurns();
    }

    boolean allHaveOwnErrors() {
        return Stream.concat(base.stream(), candidate.stream()).allMatch(ScaledRun::hasOwnError);
    }

    private static List<Optional<Instant>> starts(List<ScaledRun> runs) {
        return runs.stream().map(ScaledRun::startedAt).toList();
    }

    private static List<ScaledRun> inTime(List<ScaledRun> runs) {
        return runs.stream()
                .sorted(Comparator.comparing(run -> run.startedAt().orElseThrow()))
                .toList();
    }
}
