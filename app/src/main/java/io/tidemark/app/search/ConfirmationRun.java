package io.tidemark.app.search;

import io.tidemark.analysis.StepVerdict;
import io.tidemark.analysis.search.Confirmation;
import io.tidemark.analysis.search.LoadInterval;
import io.tidemark.analysis.search.LoadSearch;
import io.tidemark.analysis.search.Probe;
import io.tidemark.analysis.search.ProbeResult;
import io.tidemark.analysis.search.ProbeRules;
import io.tidemark.app.search.ProbePlans.Fixed;
import io.tidemark.events.Verdict;
import java.util.ArrayList;
import java.util.List;
import java.util.function.IntFunction;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/** The last run of a search: both ends of its interval in turn, with numbers of requests that are fixed beforehand. */
final class ConfirmationRun {
    /** Fewer blocks are not judged by a run. */
    static final int LEAST_BLOCKS = 22;

    /** A run's judge takes design effects to be larger than a probe's tests do: several estimates, the largest counts. */
    private static final double CAREFUL = 1.5;

    private final LoadSearch search;
    private final List<Fixed> ends;
    private final int repeats;

    ConfirmationRun(LoadSearch search, int repeats) {
        this.search = search;
        this.repeats = repeats;
        LoadInterval found = search.interval();
        this.ends = found.heldUpTo().isEmpty()
                ? List.of()
                : Stream.of(found.heldUpTo(), found.breaksFrom())
                        .flatMapToDouble(
                                end -> end.isPresent() ? DoubleStream.of(end.getAsDouble()) : DoubleStream.empty())
                        .mapToObj(load ->
                                new Fixed(load, requests(load, found.heldUpTo().getAsDouble())))
                        .toList();
    }

    boolean isEmpty() {
        return ends.isEmpty() || repeats == 0;
    }

    List<Double> loads() {
        return ends.stream().map(Fixed::load).toList();
    }

    List<Long> requests() {
        return ends.stream().map(Fixed::requests).toList();
    }

    /** Low, high, low, high: what changes in the server meanwhile meets both. */
    List<Fixed> steps() {
        List<Fixed> steps = new ArrayList<>();
        for (int repeat = 0; repeat < repeats; repeat++) {
            steps.addAll(ends);
        }
        return steps;
    }

    List<Probe> probes() {
        return steps().stream().map(step -> search.probe(step.load())).toList();
    }

    /** By what the probe of the load that held showed of dependence and speed; a higher load is that much faster at most. */
    private long requests(double load, double held) {
        ProbeResult probe = search.last(held).orElseThrow();
        double perSecond = load / held * probe.perSecond();
        double least = ConfirmationRun.LEAST_BLOCKS * ProbeRules.BLOCK_SECONDS * perSecond;
        double most = search.rules().mostBlocks() * ProbeRules.BLOCK_SECONDS * perSecond;
        double wanted = CAREFUL
                * IntStream.range(0, probe.objectives().size())
                        .mapToDouble(
                                objective -> probe.objectives().get(objective).designEffect()
                                        * Confirmation.effectiveRequests(
                                                search.rules().limits().get(objective)))
                        .max()
                        .orElseThrow();
        return Math.max(1, Math.round(Math.min(most, Math.max(least, wanted))));
    }

    /**
     * What came of it.
     *
     * @param verdicts of the run's steps; where there are none, what was counted here is judged
     */
    Confirmation verdict(List<Verdict> verdicts, IntFunction<Verdict> counted) {
        return new Confirmation(
                verdict(0, verdicts, counted), ends.size() > 1 ? verdict(1, verdicts, counted) : Verdict.UNKNOWN);
    }

    private Verdict verdict(int end, List<Verdict> verdicts, IntFunction<Verdict> counted) {
        return StepVerdict.of(IntStream.range(0, repeats)
                .map(repeat -> repeat * ends.size() + end)
                .mapToObj(step -> verdicts.size() == repeats * ends.size() ? verdicts.get(step) : counted.apply(step))
                .toList());
    }
}
