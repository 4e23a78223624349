package io.tidemark.analysis.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.DoubleStream;
import java.util.stream.IntStream;

/**
 * A search as a value: told how each probe ended, it says which load is next and what is known. First loads grow by a half from one that
 * holds until one breaks; then both edges of what is in between are halved by ratio: the highest load that holds, and the lowest that
 * breaks. A probe that ended undecided counts as near the limit: it is inside the interval.
 *
 * @param results of the probes so far, in the order in which they were made
 */
public record LoadSearch(SearchRange range, ProbeRules rules, List<ProbeResult> results) {
    public LoadSearch {
        results = List.copyOf(results);
    }

    public static LoadSearch begin(SearchRange range, ProbeRules rules) {
        return new LoadSearch(range, rules, List.of());
    }

    /** After another probe. */
    public LoadSearch with(ProbeResult result) {
        List<ProbeResult> more = new ArrayList<>(results);
        more.add(result);
        return new LoadSearch(range, rules, more);
    }

    /** The probe of a load, knowing what was seen of the requests' dependence before. */
    public Probe probe(double load) {
        return new Probe(load, rules, dependence());
    }

    /** A load that is finally undecided stands as near, so does one whose queue did not show it. */
    private OptionalDouble highestBelowAllOthers() {
        double firstOther = loads(Stand.NEAR, Stand.OPEN, Stand.BREAKS).min().orElse(Double.POSITIVE_INFINITY);
        return loads(Stand.HOLDS).filter(load -> load < firstOther).max();
    }

    private OptionalDouble lowestAboveAllOthers() {
        double lastOther = loads(Stand.NEAR, Stand.OPEN, Stand.HOLDS).max().orElse(0);
        return loads(Stand.BREAKS).filter(load -> load > lastOther).min();
    }

    /** The next lower load that held. */
    OptionalDouble heldBelow(OptionalDouble load) {
        return loads(Stand.HOLDS).filter(it -> it < load.orElse(0)).max();
    }

    /** The next higher load that broke. */
    OptionalDouble brokeAbove(OptionalDouble load) {
        return loads(Stand.BREAKS)
                .filter(it -> it > load.orElse(Double.POSITIVE_INFINITY))
                .min();
    }

    /** Of a load that was tried. */
    public Optional<ProbeResult> last(double load) {
        return results.stream().filter(it -> it.load() == load).reduce((first, second) -> second);
    }

    /** Of the lowest load that was tried. */
    public Optional<ProbeResult> lowest() {
        return results.stream().min(Comparator.comparingDouble(ProbeResult::load));
    }

    private DoubleStream loads(Stand... stands) {
        return results.stream()
                .filter(result -> List.of(stands).contains(result.stand()))
                .mapToDouble(ProbeResult::load);
    }

    /** What is known so far. */
    public LoadInterval interval() {
        OptionalDouble held = highestBelowAllOthers();
        OptionalDouble breaks = lowestAboveAllOthers();
        List<Double> near = results.stream()
                .map(ProbeResult::load)
                .filter(load -> load > held.orElse(0) && load < breaks.orElse(Double.POSITIVE_INFINITY))
                .distinct()
                .sorted()
                .toList();
        double firstOther = loads(Stand.NEAR, Stand.OPEN, Stand.BREAKS).min().orElse(Double.POSITIVE_INFINITY);
        boolean monotone = loads(Stand.HOLDS).noneMatch(load -> load > firstOther);
        return new LoadInterval(held, breaks, near, monotone);
    }

    /** Which load is to be tried next. */
    public NextProbe next() {
        if (results.isEmpty()) {
            return new NextProbe.At(range.rounded(range.from()));
        }
        LoadInterval known = interval();
        if (known.heldUpTo().isEmpty()) {
            return downward();
        }
        double held = known.heldUpTo().getAsDouble();
        double firstOther =
                known.near().stream().findFirst().orElse(known.breaksFrom().orElse(Double.POSITIVE_INFINITY));
        if (Double.isFinite(firstOther) && !range.isFine(held, firstOther)) {
            return new NextProbe.At(range.between(held, firstOther));
        }
        double lastOther =
                known.near().isEmpty() ? held : known.near().get(known.near().size() - 1);
        if (known.breaksFrom().isEmpty()) {
            return upward(lastOther, known.near().isEmpty());
        }
        double breaks = known.breaksFrom().getAsDouble();
        return range.isFine(lastOther, breaks)
                ? new NextProbe.None("the edges are within the resolution")
                : new NextProbe.At(range.between(lastOther, breaks));
    }

    private NextProbe downward() {
        ProbeResult last = lowest().orElseThrow();
        double lowest = last.load();
        if (last.stand() == Stand.OPEN && hadTooFew(last)) {
            return new NextProbe.None("the longest probe has too few requests to tell at the lowest load tried");
        }
        return lowest <= range.lowest()
                ? new NextProbe.None("not even the lowest load holds")
                : new NextProbe.At(range.below(lowest));
    }

    /** Whether no more than more of the same kept it from holding: a lower load has fewer requests still. */
    private boolean hadTooFew(ProbeResult result) {
        return IntStream.range(0, result.objectives().size())
                .filter(it -> result.objectives().get(it).stand() == Stand.OPEN)
                .allMatch(it -> {
                    ShareTest holds = new LimitTest(rules.limits().get(it)).holds();
                    ObjectiveStand seen = result.objectives().get(it);
                    return seen.share() <= holds.low() && seen.effective() < holds.fewestRequests();
                });
    }

    /** Once a load is near the limit, the one that breaks is not far. */
    private NextProbe upward(double last, boolean holds) {
        if (last >= range.to()) {
            return new NextProbe.None("the highest load that was allowed does not break");
        }
        double farther = range.rounded(Math.max(last * (1 + 2 * range.resolution()), range.whole() ? last + 1 : 0));
        return new NextProbe.At(holds ? range.above(last) : farther);
    }

    /** Per objective the largest design effect that a probe showed. */
    private Dependence dependence() {
        List<ProbeResult> telling =
                results.stream().filter(it -> it.blocks() >= Dependence.WEIGHT).toList();
        if (telling.isEmpty()) {
            return Dependence.unknown(rules.limits().size());
        }
        return new Dependence(IntStream.range(0, rules.limits().size())
                .mapToObj(objective -> telling.stream()
                        .map(it -> it.objectives().get(objective).designEffect())
                        .max(Comparator.naturalOrder())
                        .orElseThrow())
                .toList());
    }
}
