package io.tidemark.analysis.compare;

import io.tidemark.analysis.capacity.Capacity;
import io.tidemark.analysis.capacity.LoadVerdict;
import io.tidemark.analysis.capacity.PhaseResult;
import io.tidemark.analysis.capacity.PhaseWinner;
import io.tidemark.analysis.difference.RunVariance;
import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.events.ComparisonVerdict;
import io.tidemark.events.LoadKind;
import io.tidemark.events.PhaseOutcome;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Stream;

/**
 * Which of some phases is better, and how sure that is: the one answer of report, compare, gate, regressions, alerts and console.
 *
 * <p>What each holds within its SLO comes first, over all of its runs, then the figures. Too few runs a side are a hint. Latencies at loads at
 * which a side breaks its SLO are not among the figures: {@link RunComparison#beyondHeldLoad}. Nothing is decided where the order of the runs
 * lets no verdict stand: {@link RunComparison#withheldByOrder}.
 *
 * @param sides the base first
 * @param figures of two sides; of more, those of the two that may hold the most, if one holds more
 */
public record PhaseDecision(List<Side> sides, Optional<RunComparison> figures) {

    public PhaseDecision {
        sides = List.copyOf(sides);
    }

    /**
     * What all runs of a side held.
     *
     * @param held by kind of load, of kinds that it was judged at
     */
    public record Side(String name, int runs, Map<LoadKind, Capacity> held) {
        static Side of(ComparisonSide side) {
            List<LoadVerdict> verdicts = side.runs().stream()
                    .flatMap(run -> run.slo().stream())
                    .map(slo -> new LoadVerdict(slo.loadKind(), slo.load(), slo.verdict(), List.of()))
                    .toList();
            return new Side(side.name(), side.runs().size(), Capacity.byKind(verdicts));
        }

        private PhaseResult at(LoadKind kind) {
            return new PhaseResult(name, held.getOrDefault(kind, Capacity.of(List.of(), kind)), List.of());
        }
    }

    static PhaseDecision of(RunComparison comparison) {
        return new PhaseDecision(comparison.sides(), Optional.of(comparison));
    }

    /** @param phases the base first; only those that were measured */
    public static PhaseDecision among(List<ComparisonSide> phases, ComparisonPolicy policy) {
        PhaseDecision all = new PhaseDecision(phases.stream().map(Side::of).toList(), Optional.empty());
        if (phases.size() == 2) {
            return of(RunComparison.of(phases.get(0), phases.get(1), policy));
        }
        return all.winner()
                .filter(PhaseWinner.HigherLoad.class::isInstance)
                .map(PhaseWinner.HigherLoad.class::cast)
                .map(winner -> new PhaseDecision(
                        all.sides(),
                        Optional.of(RunComparison.of(
                                named(winner.second(), phases),
                                named(winner.first(), phases),
                                policy,
                                RunVariance.learnedFrom(phases)))))
                .orElse(all);
    }

    private static ComparisonSide named(PhaseResult phase, List<ComparisonSide> phases) {
        return phases.stream()
                .filter(side -> side.name().equals(phase.phase()))
                .findFirst()
                .orElseThrow();
    }

    /** What it says of the candidate, of two sides; UNDECIDED of more. */
    public PhaseOutcome outcome() {
        return figures.filter(comparison -> sides.size() == 2)
                .map(PhaseDecision::outcome)
                .orElse(PhaseOutcome.UNDECIDED);
    }

    static PhaseOutcome outcome(RunComparison comparison) {
        return comparison.withheldByOrder().isPresent() ? PhaseOutcome.UNDECIDED : ofFigures(comparison);
    }

    /** What the figures show by themselves, whatever the order of the runs. */
    public static PhaseOutcome ofFigures(RunComparison comparison) {
        List<ComparedMeasure> worse = comparison.with(ComparisonVerdict.REGRESSED);
        List<ComparedMeasure> better = comparison.with(ComparisonVerdict.IMPROVED);
        if (TradeOff.isTradeOff(worse, better)) {
            return PhaseOutcome.TRADE;
        }
        if (!worse.isEmpty() || comparison.steppedForTheWorse()) {
            return PhaseOutcome.WORSE;
        }
        if (!better.isEmpty()) {
            return PhaseOutcome.BETTER;
        }
        List<ComparedMeasure> all = comparison.compared();
        if (all.isEmpty()) {
            return PhaseOutcome.UNDECIDED;
        }
        boolean mayHoldLess = comparison.earlierFailure().isPresent();
        if (comparison.with(ComparisonVerdict.EQUIVALENT).size() == all.size()) {
            return mayHoldLess ? PhaseOutcome.UNDECIDED : PhaseOutcome.EQUIVALENT;
        }
        if (all.stream().allMatch(one -> one.isNotWorse() || !one.isBlocked())) {
            return mayHoldLess ? PhaseOutcome.UNDECIDED : PhaseOutcome.NOT_WORSE;
        }
        return comparison.with(ComparisonVerdict.SCREENING).isEmpty() ? PhaseOutcome.UNDECIDED : PhaseOutcome.HINT;
    }

    /** Who holds more load, of the first kind that all sides were judged at; empty where there is none. */
    public Optional<PhaseWinner> winner() {
        return kind().map(kind ->
                PhaseWinner.among(sides.stream().map(side -> side.at(kind)).toList()));
    }

    /** The kind of load that decides: the first that all sides were judged at. */
    Optional<LoadKind> kind() {
        return Stream.of(LoadKind.RATE, LoadKind.CONCURRENCY)
                .filter(kind -> !sides.isEmpty()
                        && sides.stream().allMatch(side -> side.held().containsKey(kind)))
                .findFirst();
    }

    /** The answer: what is held first; the figures, unless they are a hint beside one that is. */
    public String sentence() {
        return new DecisionText(this).sentence();
    }

    public static boolean isChange(ComparisonVerdict verdict) {
        return verdict == ComparisonVerdict.REGRESSED || verdict == ComparisonVerdict.IMPROVED;
    }

    /** Held load and goodput first, then the surest. */
    public static List<ComparedMeasure> surestFirst(List<ComparedMeasure> compared) {
        return compared.stream()
                .sorted(Comparator.comparing(TradeOff::isGain)
                        .reversed()
                        .thenComparingDouble(one -> one.change().adjustedP().orElse(1)))
                .toList();
    }
}
