package io.tidemark.analysis.compare;

import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.analysis.measure.MeasureAtLoad;
import io.tidemark.analysis.measure.MeasuredValue;
import io.tidemark.analysis.measure.RunMeasurements;
import io.tidemark.analysis.measure.SloAtLoad;
import io.tidemark.events.LoadKind;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.ValueText;
import java.util.ArrayList;
import java.util.Collection;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.NavigableSet;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * What load each run of two sides held within its SLO, of the loads that every one of them tried: the highest that passed below the lowest
 * that failed. A run that has tried fewer holds the others to those; which loads a side breaks its SLO at does not depend on it.
 */
final class HeldLoads {
    private final ComparisonSide base;
    private final ComparisonSide candidate;
    private final Map<LoadKind, NavigableSet<Double>> tried = new EnumMap<>(LoadKind.class);
    private final Map<LoadKind, Double> lowestBroken = new EnumMap<>(LoadKind.class);

    HeldLoads(ComparisonSide base, ComparisonSide candidate) {
        this.base = base;
        this.candidate = candidate;
        for (LoadKind kind : List.of(LoadKind.RATE, LoadKind.CONCURRENCY)) {
            triedByAll(kind).filter(loads -> !loads.isEmpty()).ifPresent(loads -> tried.put(kind, loads));
            triedByAny(kind)
                    .filter(load -> breaks(base, kind, load) || breaks(candidate, kind, load))
                    .findFirst()
                    .ifPresent(load -> lowestBroken.put(kind, load));
        }
    }

    /** The side with a figure of the load that each of its runs held; none where the base's hold none, for there is no change from none. */
    ComparisonSide with(ComparisonSide side) {
        List<LoadKind> kinds = tried.keySet().stream()
                .filter(kind ->
                        base.runs().stream().anyMatch(run -> held(run, kind).orElse(0) > 0))
                .toList();
        return new ComparisonSide(
                side.name(), side.runs().stream().map(run -> with(run, kinds)).toList());
    }

    /** Whether neither side breaks its SLO at this load or below it: in more runs than keep it. */
    boolean isHeld(LoadKind kind, double load) {
        return lowestBroken.getOrDefault(kind, Double.POSITIVE_INFINITY) > load;
    }

    /** Whether there is a load that both sides hold. */
    boolean anyIsHeld(LoadKind kind) {
        return tried.containsKey(kind) && isHeld(kind, tried.get(kind).first());
    }

    /** Which side breaks its SLO at the lowest load that is not held: "base breaks its SLO at 25 req/s". Empty where all are held. */
    Optional<String> breaking(LoadKind kind) {
        return Optional.ofNullable(lowestBroken.get(kind)).map(load -> breaking(kind, load));
    }

    private String breaking(LoadKind kind, double load) {
        List<String> names = Stream.of(base, candidate)
                .filter(side -> breaks(side, kind, load))
                .map(ComparisonSide::name)
                .toList();
        return String.join(" and ", names) + (names.size() == 1 ? " breaks its" : " break their") + " SLO at "
                + ValueText.load(kind, load);
    }

    private static boolean breaks(ComparisonSide side, LoadKind kind, double load) {
        long balance = side.runs().stream()
                .map(run -> at(run, kind, load))
                .mapToLong(verdict -> verdict == Verdict.FAIL ? 1 : verdict == Verdict.PASS ? -1 : 0)
                .sum();
        return balance > 0;
    }

    private RunMeasurements with(RunMeasurements run, Collection<LoadKind> kinds) {
        List<MeasuredValue> figures = new ArrayList<>(run.figures());
        for (LoadKind kind : kinds) {
            OptionalDouble held = held(run, kind);
            if (held.isPresent()) {
                figures.add(new MeasuredValue(MeasureAtLoad.heldLoad(kind), held.getAsDouble(), 0));
            }
        }
        return new RunMeasurements(run.run(), run.startedAt(), figures, run.slo());
    }

    /** 0 where the lowest failed; empty where no load passed or failed. */
    private OptionalDouble held(RunMeasurements run, LoadKind kind) {
        double held = 0;
        boolean decided = false;
        for (double load : tried.getOrDefault(kind, new TreeSet<>())) {
            Verdict verdict = at(run, kind, load);
            decided |= verdict == Verdict.FAIL || verdict == Verdict.PASS;
            if (verdict == Verdict.FAIL) {
                break;
            }
            held = verdict == Verdict.PASS ? load : held;
        }
        return decided ? OptionalDouble.of(held) : OptionalDouble.empty();
    }

    /** FAIL where a load that the run tried twice failed once; neither where it did not try it. */
    private static Verdict at(RunMeasurements run, LoadKind kind, double load) {
        List<Verdict> verdicts = run.slo().stream()
                .filter(slo -> slo.loadKind() == kind && slo.load() == load)
                .map(SloAtLoad::verdict)
                .toList();
        if (verdicts.contains(Verdict.FAIL)) {
            return Verdict.FAIL;
        }
        boolean passed = !verdicts.isEmpty() && verdicts.stream().allMatch(Verdict.PASS::equals);
        return passed ? Verdict.PASS : Verdict.INCONCLUSIVE;
    }

    private Optional<NavigableSet<Double>> triedByAll(LoadKind kind) {
        return runs().filter(run -> !run.figures().isEmpty())
                .map(run -> loads(run, kind))
                .reduce((one, other) -> {
                    one.retainAll(other);
                    return one;
                });
    }

    private Stream<Double> triedByAny(LoadKind kind) {
        return runs().flatMap(run -> loads(run, kind).stream()).distinct().sorted();
    }

    private Stream<RunMeasurements> runs() {
        return Stream.concat(base.runs().stream(), candidate.runs().stream());
    }

    private static NavigableSet<Double> loads(RunMeasurements run, LoadKind kind) {
        NavigableSet<Double> loads = new TreeSet<>();
        run.slo().stream()
                .filter(slo -> slo.loadKind() == kind && slo.verdict() != Verdict.UNKNOWN)
                .filter(slo -> Double.isFinite(slo.load()) && slo.load() > 0)
                .forEach(slo -> loads.add(slo.load()));
        return loads;
    }
}
