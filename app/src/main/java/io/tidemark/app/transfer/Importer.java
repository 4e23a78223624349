package io.tidemark.app.transfer;

import io.tidemark.importers.ResultImporter;
import io.tidemark.importers.run.ImportOptions;
import io.tidemark.importers.run.ImportedRun;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.run.ImportRow;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunRow;
import java.nio.file.Path;
import java.time.Instant;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;

/** Brings files into a store: all good ones in one transaction. */
public record Importer(ResultStore store, Team team) {
    /**
     * What came of it.
     *
     * @param stored new, or stored again under the same id
     * @param alreadyStored runs that were left out, by id, with the run of the store that holds a result of theirs already
     * @param storedElsewhere runs that were left out because the store has them under another experiment or phase, with these names
     * @param rejected a message per file that was not read
     */
    public record Outcome(
            List<ImportedRun> stored,
            Map<ImportedRun, String> alreadyStored,
            Map<ImportedRun, String> storedElsewhere,
            List<String> rejected) {
        public Outcome {
            stored = List.copyOf(stored);
            alreadyStored = Map.copyOf(alreadyStored);
            storedElsewhere = Map.copyOf(storedElsewhere);
            rejected = List.copyOf(rejected);
        }
    }

    /** Whether a run that the store has under another experiment or phase is moved from there. */
    public enum Moving {
        REFUSED,
        ALLOWED
    }

    /** @param now when the rows come into the store, for their retention */
    public Outcome importRuns(List<Path> paths, ImportOptions terms, Moving moving, Instant now) {
        ResultImporter.ImportResult outcome = ImportFiles.read(paths, terms);
        Map<ImportedRun, String> known = known(outcome.runs());
        Map<ImportedRun, String> elsewhere = moving == Moving.ALLOWED ? Map.of() : elsewhere(outcome.runs());
        List<ImportedRun> fresh = outcome.runs().stream()
                .filter(run -> !known.containsKey(run) && !elsewhere.containsKey(run))
                .toList();
        if (!fresh.isEmpty()) {
            store.write(ImportBatch.of(team, fresh, now));
        }
        return new Outcome(fresh, known, elsewhere, outcome.errors());
    }

    /** Runs with a result that another run of the store holds: to store them would be to count it twice. */
    private Map<ImportedRun, String> known(List<ImportedRun> runs) {
        Map<String, String> holders = holders();
        Map<ImportedRun, String> known = new HashMap<>();
        for (ImportedRun run : runs) {
            run.provenance().sources().stream()
                    .map(source -> holders.get(source.hash()))
                    .filter(holder -> holder != null && !holder.equals(run.run().getRun()))
                    .findFirst()
                    .ifPresent(holder -> known.put(run, holder));
        }
        return known;
    }

    private Map<ImportedRun, String> elsewhere(List<ImportedRun> runs) {
        Map<ImportedRun, String> elsewhere = new HashMap<>();
        try (ResultReader reader = store.reader()) {
            for (ImportedRun run : runs) {
                reader.run(new RunKey(team, run.run().getRun()))
                        .filter(row -> !row.experiment().equals(run.run().getExperiment())
                                || !row.phase().equals(run.run().getPhase()))
                        .ifPresent(row -> elsewhere.put(run, row.experiment() + " / " + row.phase()));
            }
        }
        return elsewhere;
    }

    private Map<String, String> holders() {
        Map<String, String> holders = new HashMap<>();
        Set<String> seen = new HashSet<>();
        try (ResultReader reader = store.reader()) {
            for (RunRow row : reader.runs(RunFilter.team(team))) {
                List<ImportRow.SourceRow> steps =
                        row.imported().map(ImportRow::steps).orElse(List.of());
                steps.stream()
                        .filter(step -> seen.add(step.hash()))
                        .forEach(step -> holders.put(step.hash(), row.key().run()));
            }
        }
        return holders;
    }
}
