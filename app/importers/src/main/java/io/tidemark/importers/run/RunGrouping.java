package io.tidemark.importers.run;

import io.tidemark.importers.result.Measurement;
import io.tidemark.importers.result.Measurement.ResultContext;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * Sorts results into runs: those of one tool, phase, model, configuration and workload at different loads are the steps of one
 * run; a load that comes again begins the next one, a repeat.
 */
public final class RunGrouping {
    private static final Comparator<Measurement> BY_TIME = Comparator.comparing(
                    (Measurement measured) -> measured.span().start())
            .thenComparing(measured -> measured.source().file())
            .thenComparing(measured -> measured.source().hash());
    private static final Comparator<Measurement> BY_LOAD = Comparator.comparing(
                    (Measurement measured) -> measured.load().kind())
            .thenComparing(measured -> measured.load().load())
            .thenComparing(BY_TIME);

    /** Labels that belong to a single result and not to its run: its load, its time, its id. */
    private static final Pattern OF_ONE_RESULT =
            Pattern.compile("(?i)(.*[_-])?(qps|rps|rate|concurrency|timestamp|datetime|time|started|ended|uuid|id)");

    private RunGrouping() {}

    /** What the results of a run have in common. */
    private record Common(
            String tool,
            String phase,
            String model,
            Map<String, String> config,
            Map<String, String> labels,
            String workload) {}

    public static List<List<Measurement>> of(List<Measurement> all, PhaseResolver phases) {
        Map<Common, List<List<Measurement>>> runs = new LinkedHashMap<>();
        all.stream()
                .sorted(BY_TIME)
                .forEach(measured ->
                        place(measured, runs.computeIfAbsent(common(measured, phases), common -> new ArrayList<>())));
        return runs.values().stream()
                .flatMap(List::stream)
                .filter(run -> !run.isEmpty())
                .map(run -> run.stream().sorted(BY_LOAD).toList())
                .toList();
    }

    private static Common common(Measurement measured, PhaseResolver phases) {
        ResultContext setting = measured.context();
        return new Common(
                measured.tool().name(),
                phases.of(measured),
                measured.target().model(),
                setting.config(),
                ofTheRun(setting.labels()),
                setting.workload());
    }

    private static Map<String, String> ofTheRun(Map<String, String> labels) {
        Map<String, String> kept = new HashMap<>(labels);
        kept.keySet().removeIf(OF_ONE_RESULT.asMatchPredicate());
        return kept;
    }

    private static void place(Measurement measured, List<List<Measurement>> runs) {
        int from = measured.context().run().orElse(0);
        while (runs.size() <= from) {
            runs.add(new ArrayList<>());
        }
        for (List<Measurement> run : runs.subList(from, runs.size())) {
            if (run.stream().noneMatch(other -> sameLoad(other, measured))) {
                run.add(measured);
                return;
            }
        }
        runs.add(new ArrayList<>(List.of(measured)));
    }

    private static boolean sameLoad(Measurement one, Measurement other) {
        return one.load().kind() == other.load().kind()
                && one.load().load() == other.load().load()
                && one.load().cap().equals(other.load().cap());
    }
}
