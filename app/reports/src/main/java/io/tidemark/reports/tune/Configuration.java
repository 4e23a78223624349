package io.tidemark.reports.tune;

import io.tidemark.analysis.sweep.MeasuredPhase;
import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.format.QualityFormat;
import io.tidemark.reports.run.LoadLevel;
import io.tidemark.reports.run.MeasuredRun;
import io.tidemark.reports.run.MeasuredStep;
import io.tidemark.schemas.Signal;
import io.tidemark.sinks.store.read.run.QualityRow;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalLong;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;

/**
 * A configuration of the server with all of its starts.
 *
 * @param phase its name
 * @param flags as its phase declares them; what it leaves out is not there
 * @param isDefault whether it leaves every flag of the tune out
 * @param starts by number
 */
public record Configuration(String phase, Map<String, String> flags, boolean isDefault, List<TuneStart> starts) {
    public Configuration {
        // A phase may say of a flag that it is left out; that is the same as not naming it.
        flags = flags.entrySet().stream()
                .filter(flag -> !flag.getValue().equals(MeasuredPhase.DEFAULT))
                .collect(Collectors.toUnmodifiableMap(Map.Entry::getKey, Map.Entry::getValue));
        starts = List.copyOf(starts);
    }

    /** The load that it was measured under, in words; empty where it is the plan's own. */
    public String load() {
        return starts.stream()
                .map(start -> start.trial().facts().getOrDefault(TrialFacts.LOAD, ""))
                .filter(load -> !load.isEmpty())
                .findFirst()
                .orElse("");
    }

    Configuration withDefault(boolean other) {
        return new Configuration(phase, flags, other, starts);
    }

    public List<TuneStart> measured() {
        return starts.stream().filter(TuneStart::isMeasured).toList();
    }

    public List<TuneStart> infeasible() {
        return starts.stream().filter(TuneStart::isInfeasible).toList();
    }

    /** Whether it failed and was never measured. */
    public boolean isInfeasible() {
        return measured().isEmpty() && !infeasible().isEmpty();
    }

    /** Its measured starts as one side of a comparison, a run a start. */
    public ComparedSide side() {
        List<MeasuredRun> runs = measured().stream()
                .flatMap(start -> start.measured().stream())
                .sorted(Comparator.comparing((MeasuredRun run) -> run.row().started()))
                .toList();
        return new ComparedSide(phase, runs, List.of(), List.of());
    }

    /** Steps of its measured starts. */
    public Stream<MeasuredStep> steps() {
        return measured().stream().flatMap(start -> start.steps().stream());
    }

    public List<MeasuredStep> stepsAt(LoadLevel load) {
        return steps().filter(step -> step.load().equals(load)).toList();
    }

    static Stream<MeasuredStep> stepsAt(LoadLevel load, List<Configuration> configurations) {
        return configurations.stream().flatMap(one -> one.stepsAt(load).stream());
    }

    /** Loads that it was measured at, rising. */
    public TreeSet<LoadLevel> loads() {
        TreeSet<LoadLevel> loads = new TreeSet<>();
        steps().map(MeasuredStep::load).forEach(loads::add);
        return loads;
    }

    /** What its answers were worth. */
    public ConfigurationQuality quality() {
        return ConfigurationQuality.of(this);
    }

    /** A start that shows why it is infeasible: the first with lines of its log, else the first that failed. */
    public Optional<TuneStart> failure() {
        return infeasible().stream()
                .filter(start -> !start.trial().lastLines().isEmpty())
                .findFirst()
                .or(() -> infeasible().stream().findFirst());
    }

    /** Whether the server's metrics were read while it was measured. */
    public boolean hasSignals() {
        return steps().anyMatch(step -> step.result().signalMeans().keySet().stream()
                .anyMatch(id -> Signal.byId(id).isPresent()));
    }

    /**
     * What the answers of a configuration were worth, by task and metric: the mean over its starts. Starts answer the same items, so the standard
     * error of one is that of the mean too.
     *
     * @param rows by the name of task, metric and filter
     */
    public record ConfigurationQuality(Map<String, QualityRow> rows) {
        static ConfigurationQuality of(Configuration configuration) {
            return new ConfigurationQuality(configuration.measured().stream()
                    .flatMap(start -> start.measured().stream())
                    .flatMap(run -> run.quality().stream())
                    .collect(Collectors.groupingBy(
                            QualityFormat::name,
                            LinkedHashMap::new,
                            Collectors.collectingAndThen(Collectors.toList(), ConfigurationQuality::mean))));
        }

        private static QualityRow mean(List<QualityRow> rows) {
            QualityRow first = rows.get(0);
            double value =
                    rows.stream().mapToDouble(QualityRow::value).average().orElseThrow();
            OptionalDouble error = rows.stream()
                    .map(QualityRow::stderr)
                    .flatMapToDouble(OptionalDouble::stream)
                    .max();
            OptionalLong items = rows.stream()
                    .map(QualityRow::n)
                    .flatMapToLong(OptionalLong::stream)
                    .min();
            return new QualityRow(
                    first.run(),
                    first.task(),
                    first.metric(),
                    first.filter(),
                    value,
                    error,
                    items,
                    first.higherIsBetter());
        }

        /** "start 3 of mns128, quality: failed: exit status 3", of each command that gave no result. */
        public static List<String> problems(TuneReport report) {
            return report.starts().stream()
                    .flatMap(start -> start.trial().facts().entrySet().stream()
                            .filter(fact -> fact.getKey().startsWith(TrialFacts.AFTER))
                            .filter(fact -> fact.getValue().startsWith("failed")
                                    || fact.getValue().startsWith("skipped"))
                            .map(fact -> start.name() + " of " + start.trial().phase() + ", "
                                    + fact.getKey().substring(TrialFacts.AFTER.length()) + ": " + fact.getValue()))
                    .toList();
        }
    }
}
