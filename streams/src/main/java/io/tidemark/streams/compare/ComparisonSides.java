package io.tidemark.streams.compare;

import io.tidemark.analysis.measure.ComparisonSide;
import io.tidemark.analysis.measure.MeasuredValue;
import io.tidemark.analysis.measure.RunMeasurements;
import io.tidemark.analysis.measure.SloAtLoad;
import io.tidemark.analysis.measure.StepMeasurements;
import io.tidemark.events.StepResult;
import io.tidemark.events.Verdict;
import io.tidemark.schemas.RequestClass;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Results as sides of comparisons. Stateless. */
final class ComparisonSides {
    private ComparisonSides() {}

    /** By phase, each with its runs. */
    static Map<String, ComparisonSide> byPhase(Collection<StepResult> results) {
        Map<String, List<StepResult>> byPhase = results.stream()
                .collect(Collectors.groupingBy(StepResult::getPhase, TreeMap::new, Collectors.toList()));
        Map<String, ComparisonSide> sides = new TreeMap<>();
        byPhase.forEach(
                (phase, ofPhase) -> sides.put(phase, side(phase, ofPhase, StepResult::getRun, ComparisonSides::slo)));
        return sides;
    }

    /** Each segment as if it were a run, without an SLO: a soak has one load. */
    static ComparisonSide ofSegments(String name, List<StepResult> segments) {
        return side(name, segments, ComparisonSides::segment, steps -> List.of());
    }

    /** What a segment is called in place of a run. */
    static String segment(StepResult segment) {
        return "segment " + segment.getSegment();
    }

    private static ComparisonSide side(
            String name,
            List<StepResult> results,
            Function<StepResult, String> run,
            Function<List<StepResult>, List<SloAtLoad>> slo) {
        Map<String, List<StepResult>> byRun =
                results.stream().collect(Collectors.groupingBy(run, TreeMap::new, Collectors.toList()));
        return new ComparisonSide(
                name,
                byRun.entrySet().stream()
                        .map(entry -> figures(entry.getKey(), entry.getValue(), slo.apply(entry.getValue())))
                        .toList());
    }

    private static RunMeasurements figures(String run, List<StepResult> steps, List<SloAtLoad> slo) {
        Optional<Instant> started =
                steps.stream().map(StepResult::getMeasureFrom).min(Instant::compareTo);
        List<MeasuredValue> figures = steps.stream()
                .flatMap(step -> StepMeasurements.of(step).stream())
                .toList();
        return new RunMeasurements(run, started, figures, slo);
    }

    /** At each load that the run ran, but where all requests come at once: that is no load which is held. */
    private static List<SloAtLoad> slo(List<StepResult> steps) {
        return steps.stream()
                .filter(step -> step.getVerdict() != Verdict.UNKNOWN && step.getLoad() > 0)
                .filter(step -> step.getRequestClass().equals(RequestClass.ALL))
                .map(step -> new SloAtLoad(step.getLoadKind(), step.getLoad(), step.getVerdict()))
                .toList();
    }
}
