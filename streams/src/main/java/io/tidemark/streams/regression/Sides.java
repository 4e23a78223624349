package io.tidemark.streams.regression;

import io.tidemark.analysis.compare.Figure;
import io.tidemark.analysis.compare.RunFigures;
import io.tidemark.analysis.compare.Side;
import io.tidemark.analysis.compare.StepFigures;
import io.tidemark.events.StepResult;
import java.time.Instant;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Results as sides of comparisons. Stateless. */
final class Sides {
    private Sides() {}

    /** By phase, each with its runs. */
    static Map<String, Side> byPhase(Collection<StepResult> results) {
        Map<String, List<StepResult>> byPhase = results.stream()
                .collect(Collectors.groupingBy(StepResult::getPhase, TreeMap::new, Collectors.toList()));
        Map<String, Side> sides = new TreeMap<>();
        byPhase.forEach((phase, ofPhase) -> sides.put(phase, side(phase, ofPhase, StepResult::getRun)));
        return sides;
    }

    /** Each segment as if it were a run. */
    static Side ofSegments(String name, List<StepResult> segments) {
        return side(name, segments, Sides::segment);
    }

    /** What a segment is called in place of a run. */
    static String segment(StepResult segment) {
        return "segment " + segment.getSegment();
    }

    private static Side side(String name, List<StepResult> results, Function<StepResult, String> run) {
        Map<String, List<StepResult>> byRun =
                results.stream().collect(Collectors.groupingBy(run, TreeMap::new, Collectors.toList()));
        return new Side(
                name,
                byRun.entrySet().stream()
                        .map(entry -> figures(entry.getKey(), entry.getValue()))
                        .toList());
    }

    private static RunFigures figures(String run, List<StepResult> steps) {
        Optional<Instant> started =
                steps.stream().map(StepResult::getMeasureFrom).min(Instant::compareTo);
        List<Figure> figures =
                steps.stream().flatMap(step -> StepFigures.of(step).stream()).toList();
        return new RunFigures(run, started, figures);
    }
}
