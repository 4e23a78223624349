package io.tidemark.analysis.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;

/**
 * A search as a value: from the results of the probes so far it derives the next load and the estimate of the capacity. All probes feed one
 * {@link CapacityModel}; the interval is taken from its posterior. Loads first grow or shrink by a half until the capacity lies between two
 * loads that were tried; then probes are made where the model expects the capacity, on both sides in turn.
 */
public final class LoadSearch {
    /** How often the interval is to hold the capacity, if the model is right. */
    public static final double CONFIDENCE = 0.95;

    private static final double TAIL = (1 - CONFIDENCE) / 2;

    /** A capacity beyond the tried loads that is as likely as this is looked for there. */
    private static final double BRACKET_TAIL = 0.1;

    /** Probes on both sides of the capacity are at least so far from its median, so that they determine the slope. */
    private static final double ASIDE = 1.03;

    /** Above this factor between the two sides a probe in the middle is more informative. */
    private static final double WIDE = 1.3;

    private final SearchRange range;
    private final ProbeRules rules;
    private final List<ProbeResult> results;
    private final Optional<CapacityPosterior> capacity;

    private LoadSearch(SearchRange range, ProbeRules rules, List<ProbeResult> results) {
        this.range = range;
        this.rules = rules;
        this.results = List.copyOf(results);
        this.capacity = results.isEmpty()
                ? Optional.empty()
                : Optional.of(new CapacityModel(range, rules.limits()).posterior(results));
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

    /** Of the probes so far, in the order in which they were made. */
    public List<ProbeResult> results() {
        return results;
    }

    /** The probe of a load, knowing what was seen of the requests' speed and dependence before. */
    public Probe probe(double load) {
        return new Probe(
                load,
                rules,
                isRamp(load),
                ProbeRules.blockSeconds(requestsPerSecond(load)),
                DesignEffectPrior.of(results, rules.limits()));
    }

    /**
     * While higher loads are tried, probes are as short as may be: the first that breaks is more informative than those that hold. Near the edge they are
     * not, also while the upper end is not known yet.
     */
    private boolean isRamp(double load) {
        return load < range.to()
                && load > range.lowest()
                && capacity.map(this::mayLieAbove).orElse(true);
    }

    private boolean mayLieAbove(CapacityPosterior known) {
        return 1 - known.below(highest()) > BRACKET_TAIL;
    }

    /** As the last probe showed, in proportion to the load. */
    private double requestsPerSecond(double load) {
        return results.stream()
                .filter(it -> it.perSecond() > 0)
                .reduce((first, second) -> second)
                .map(it -> it.perSecond() / it.load() * load)
                .orElse(rules.perSecondOfLoad() * load);
    }

    /** What is known so far: an end beyond the loads that were tried is not known. */
    public LoadInterval interval() {
        if (capacity.isEmpty()) {
            return LoadInterval.UNKNOWN;
        }
        double lowest = lowest().orElseThrow().load();
        double highest = highest();
        CapacityPosterior known = capacity.get();
        OptionalDouble held = known.below(lowest) > TAIL
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.min(highest, Math.max(lowest, down(known.quantile(TAIL)))));
        OptionalDouble breaks = known.below(highest) < 1 - TAIL
                ? OptionalDouble.empty()
                : OptionalDouble.of(Math.min(highest, Math.max(lowest, up(known.quantile(1 - TAIL)))));
        return new LoadInterval(held, breaks, isMonotone());
    }

    /** Where the model expects the capacity; empty before a probe, and where that is beyond the loads that may be tried. */
    public Optional<LoadEstimate> estimate() {
        return capacity.map(CapacityPosterior::estimate)
                .filter(known -> known.load() >= range.lowest() && known.load() <= range.to());
    }

    private double down(double load) {
        return range.whole() ? Math.floor(load) : load;
    }

    private double up(double load) {
        return range.whole() ? Math.floor(load) + 1 : load;
    }

    /** Whether no load held by its own test above one that broke by its own. */
    private boolean isMonotone() {
        double firstBroken = results.stream()
                .filter(it -> it.decision() == LimitDecision.BREAKS)
                .mapToDouble(ProbeResult::load)
                .min()
                .orElse(Double.POSITIVE_INFINITY);
        return results.stream().noneMatch(it -> it.decision() == LimitDecision.HOLDS && it.load() > firstBroken);
    }

    /** Of the lowest load that was tried. */
    public Optional<ProbeResult> lowest() {
        return results.stream().min(Comparator.comparingDouble(ProbeResult::load));
    }

    private double highest() {
        return results.stream().mapToDouble(ProbeResult::load).max().orElseThrow();
    }

    /** Which load is to be tried next. */
    public NextProbe next() {
        if (capacity.isEmpty()) {
            return new NextProbe.At(range.rounded(range.from()));
        }
        CapacityPosterior known = capacity.get();
        double lowest = lowest().orElseThrow().load();
        double highest = highest();
        LoadInterval found = interval();
        if (highest >= range.to() && known.below(highest) <= TAIL) {
            return new NextProbe.None("the highest allowed load does not break the SLO");
        }
        if (lowest <= range.lowest() && known.below(lowest) >= 1 - TAIL) {
            return new NextProbe.None("not even the lowest load holds");
        }
        if (found.heldUpTo().isPresent() && found.failsFrom().isPresent() && isFine(found)) {
            return new NextProbe.None("the interval is as narrow as requested");
        }
        if (mayLieAbove(known) && highest < range.to()) {
            return new NextProbe.At(range.rounded(Math.min(range.above(highest), known.quantile(1 - TAIL))));
        }
        if (known.below(lowest) > BRACKET_TAIL && lowest > range.lowest()) {
            return new NextProbe.At(range.rounded(Math.max(range.below(lowest), known.quantile(TAIL))));
        }
        return new NextProbe.At(range.rounded(nearTheEdge(known)));
    }

    private boolean isFine(LoadInterval found) {
        return range.isFine(found.heldUpTo().orElseThrow(), found.failsFrom().orElseThrow());
    }

    private double nearTheEdge(CapacityPosterior known) {
        double middle = known.quantile(0.5);
        double low = Math.min(known.quantile(BRACKET_TAIL), middle / ASIDE);
        double high = Math.max(known.quantile(1 - BRACKET_TAIL), middle * ASIDE);
        if (high > low * WIDE) {
            return middle;
        }
        boolean below = results.stream()
                        .filter(it -> it.load() < middle && it.load() > middle / WIDE)
                        .mapToDouble(ProbeResult::seconds)
                        .sum()
                <= results.stream()
                        .filter(it -> it.load() >= middle && it.load() < middle * WIDE)
                        .mapToDouble(ProbeResult::seconds)
                        .sum();
        return range.whole() ? (below ? Math.floor(low) : Math.ceil(high)) : below ? low : high;
    }

    /** The expected result of a probe of at most {@code mostSeconds} on a server of this capacity whose share of bad requests has this slope. */
    ProbeResult expectedResult(double load, double atCapacity, double slope, int mostSeconds) {
        double perSecond = requestsPerSecond(load);
        int blockSeconds = ProbeRules.blockSeconds(perSecond);
        double limit = rules.limits().stream().min(Comparator.naturalOrder()).orElseThrow();
        double share = SearchForecast.share(limit, load, atCapacity, slope);
        double decided =
                new SequentialLimitTest(limit).expectedRequests(share) * SearchForecast.DESIGN_EFFECT / perSecond;
        int least = ProbeRules.minBlocks(blockSeconds) * blockSeconds;
        int ofRamp = ProbeRules.minRampBlocks(blockSeconds) * blockSeconds;
        int seconds = (int) Math.min(
                mostSeconds,
                isRamp(load) ? ofRamp : Math.min(rules.maxSeconds(blockSeconds), Math.max(least, decided)));
        long n = Math.round(seconds * perSecond);
        List<ObjectiveDecision> stands = rules.limits().stream()
                .map(it -> new ObjectiveDecision(
                        LimitDecision.OPEN,
                        n,
                        Math.round(n * SearchForecast.share(it, load, atCapacity, slope)),
                        SearchForecast.DESIGN_EFFECT))
                .toList();
        return new ProbeResult(
                load, LimitDecision.OPEN, ProbeEnd.TOO_LONG, seconds, blockSeconds, seconds / blockSeconds, stands);
    }
}
