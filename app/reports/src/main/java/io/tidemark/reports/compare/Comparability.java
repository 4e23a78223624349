package io.tidemark.reports.compare;

import io.tidemark.events.LoadKind;
import io.tidemark.reports.run.MeasuredRun;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;

/** Whether runs are alike enough for a difference between them to be one of their configurations. */
public final class Comparability {
    /** Labels of a plan that describe the hardware. */
    private static final Set<String> HARDWARE = Set.of("gpu", "gpus", "hardware", "accelerator", "node", "machine");

    private static final int HASH_DIGITS = 12;

    private Comparability() {}

    /** What differs, in sentences that name both values, within a side, too. Of runs with evaluations alone there is nothing to hold alike. */
    static List<String> differences(List<ComparedSide> sides) {
        List<String> mismatches = new ArrayList<>();
        differing("workload", sides, run -> shortened(run.row().origin().workloadHash()), mismatches);
        differing("model", sides, MeasuredRun::model, mismatches);
        differing("hardware (labels)", sides, Comparability::hardware, mismatches);
        if (!shareAKindOfLoad(sides)) {
            differing("kind of load", sides, Comparability::loadKinds, mismatches);
        }
        definedMetrics(sides)
                .forEach(metric ->
                        differing("definition of " + metric, sides, run -> definition(run, metric), mismatches));
        return mismatches;
    }

    private static void differing(
            String what, List<ComparedSide> sides, Function<MeasuredRun, String> value, List<String> mismatches) {
        Map<String, String> firstRuns = new LinkedHashMap<>();
        sides.forEach(side -> side.runs().stream()
                .filter(run -> !run.steps().isEmpty() && !value.apply(run).isEmpty())
                .forEach(run -> firstRuns.putIfAbsent(
                        value.apply(run), side.name() + (side.name().contains(run.id()) ? "" : ", run " + run.id()))));
        if (firstRuns.size() > 1) {
            mismatches.add(what + ": "
                    + firstRuns.entrySet().stream()
                            .map(entry -> entry.getKey() + " (" + entry.getValue() + ")")
                            .collect(Collectors.joining(" and ")));
        }
    }

    private static boolean shareAKindOfLoad(List<ComparedSide> sides) {
        Set<LoadKind> shared = EnumSet.allOf(LoadKind.class);
        sides.stream()
                .flatMap(side -> side.runs().stream())
                .filter(run -> !run.steps().isEmpty())
                .forEach(run -> shared.retainAll(kinds(run)));
        return !shared.isEmpty();
    }

    private static Set<LoadKind> kinds(MeasuredRun run) {
        return run.steps().stream().map(step -> step.load().kind()).collect(Collectors.toSet());
    }

    /** Metrics that a tool, from whose files a run was imported, defines in its own way. */
    private static Set<String> definedMetrics(List<ComparedSide> sides) {
        return sides.stream()
                .flatMap(side -> side.runs().stream())
                .flatMap(run -> run.row().imported().stream())
                .flatMap(imported -> imported.definitions().keySet().stream())
                .collect(Collectors.toCollection(TreeSet::new));
    }

    private static String definition(MeasuredRun run, String metric) {
        return run.row()
                .imported()
                .flatMap(imported -> Optional.ofNullable(imported.definitions().get(metric)))
                .orElse("Tidemark's");
    }

    static String hardware(MeasuredRun run) {
        Map<String, String> labels = new TreeMap<>(run.row().origin().labels());
        labels.keySet().retainAll(HARDWARE);
        return labels.entrySet().stream()
                .map(entry -> entry.getKey() + " " + entry.getValue())
                .collect(Collectors.joining(", "));
    }

    private static String loadKinds(MeasuredRun run) {
        return kinds(run).stream()
                .sorted()
                .map(kind -> kind == LoadKind.CONCURRENCY ? "concurrency" : "request rate")
                .collect(Collectors.joining(" and "));
    }

    public static String shortened(String hash) {
        return hash.substring(0, Math.min(HASH_DIGITS, hash.length()));
    }
}
