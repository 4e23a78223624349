package io.tidemark.console.api;

import io.tidemark.console.view.RunView.Before;
import io.tidemark.console.view.RunView.Change;
import io.tidemark.console.view.RunView.Configuration;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.RunPage;
import io.tidemark.sinks.store.read.run.RunRow;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;

/** The configuration of a run, and what differs from that of the phase before it. */
final class ConfigurationChanges {
    /** Runs of an experiment among which one of another phase is looked for. */
    private static final int LOOKED_AT = 100;

    private ConfigurationChanges() {}

    static Configuration of(ResultReader results, RunRow run) {
        RunFilter ofExperiment = RunFilter.team(run.key().team()).experiment(run.experiment());
        RunPage earlier = new RunPage(
                Optional.of(new RunPage.Place(run.started(), run.key().run())), LOOKED_AT);
        Optional<RunRow> before = results.runs(ofExperiment, earlier).stream()
                .filter(other -> !other.phase().equals(run.phase()))
                .findFirst();
        Map<String, String> flags = run.origin().phaseConfig();
        return new Configuration(
                flags,
                run.origin().labels(),
                before.map(other -> new Before(other.key().run(), other.phase())),
                before.map(other -> changes(other.origin().phaseConfig(), flags))
                        .orElse(List.of()));
    }

    static List<Change> changes(Map<String, String> before, Map<String, String> now) {
        TreeSet<String> names = new TreeSet<>(before.keySet());
        names.addAll(now.keySet());
        return names.stream()
                .map(name ->
                        new Change(name, Optional.ofNullable(before.get(name)), Optional.ofNullable(now.get(name))))
                .filter(change -> !change.before().equals(change.now()))
                .toList();
    }
}
