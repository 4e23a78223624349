package io.tidemark.reports.tune;

import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.SideSelector;
import io.tidemark.reports.run.MeasuredRun;
import io.tidemark.reports.run.ServerInfo;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.tune.TrialRow;
import io.tidemark.sinks.store.read.tune.TuneRow;
import java.time.Instant;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;

/** Reads a tune and the runs that measured its starts. */
public final class TuneReportReader {
    private final ResultReader results;

    public TuneReportReader(ResultReader results) {
        this.results = results;
    }

    /** On one state of the store, however long it takes. */
    public TuneReport read(TuneRow tune, Instant madeAt) {
        return results.inSnapshot(snapshot -> TuneReport.of(tune, configurations(snapshot, tune), madeAt));
    }

    private static List<Configuration> configurations(ResultReader results, TuneRow tune) {
        Map<String, List<TuneStart>> byPhase = results.trials(tune.team(), tune.tune()).stream()
                .collect(Collectors.groupingBy(
                        TrialRow::phase,
                        LinkedHashMap::new,
                        Collectors.mapping(trial -> start(results, tune, trial), Collectors.toList())));
        return byPhase.entrySet().stream()
                .map(entry -> new Configuration(
                        entry.getKey(),
                        entry.getValue().get(0).trial().flags(),
                        entry.getKey().equals(tune.defaultPhase()),
                        entry.getValue()))
                .sorted(Comparator.comparing((Configuration one) -> !one.isDefault()))
                .toList();
    }

    private static TuneStart start(ResultReader results, TuneRow tune, TrialRow trial) {
        TuneStart start = new TuneStart(trial, Optional.empty(), List.of());
        if (!start.isMeasured()) {
            return start;
        }
        List<RunKey> keys =
                trial.runs().stream().map(run -> new RunKey(tune.team(), run)).toList();
        ComparedSide side = SideSelector.ofRuns(start.name(), results, keys);
        return new TuneStart(trial, asOne(side.runs()), side.excluded());
    }

    /** Runs on one server as one, with the steps and the quality of all; what has quality alone stands behind what has load. */
    private static Optional<MeasuredRun> asOne(List<MeasuredRun> runs) {
        return runs.stream()
                .min(Comparator.comparing(run -> run.steps().isEmpty()))
                .map(first -> new MeasuredRun(
                        first.row(),
                        first.slo(),
                        runs.stream().flatMap(run -> run.steps().stream()).toList(),
                        runs.stream().flatMap(run -> run.quality().stream()).toList(),
                        runs.stream()
                                .map(MeasuredRun::serverInfo)
                                .filter(info -> !info.labels().isEmpty())
                                .findFirst()
                                .orElse(ServerInfo.NONE)));
    }
}
