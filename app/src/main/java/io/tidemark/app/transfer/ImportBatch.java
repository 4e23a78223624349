package io.tidemark.app.transfer;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.StepResult;
import io.tidemark.events.StepState;
import io.tidemark.importers.result.ImportedQuality;
import io.tidemark.importers.run.ImportedRun;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.WriteBatch;
import io.tidemark.sinks.store.read.run.ImportRow;
import io.tidemark.sinks.store.read.run.QualityRow;
import io.tidemark.sinks.store.read.run.RunKey;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/** Imported runs as one batch of changes without offsets: stored all together or not at all. */
final class ImportBatch {
    private final Team team;
    private final Instant now;
    private final List<StoreChange> changes = new ArrayList<>();

    private ImportBatch(Team team, Instant now) {
        this.team = team;
        this.now = now;
    }

    /** @param now retention counts from it */
    static WriteBatch of(Team team, List<ImportedRun> runs, Instant now) {
        ImportBatch batch = new ImportBatch(team, now);
        runs.forEach(batch::add);
        return new WriteBatch(batch.changes, List.of());
    }

    private void add(ImportedRun imported) {
        String run = imported.run().getRun();
        changes.add(new StoreChange.ImportedRun(
                team,
                now,
                imported.run(),
                row(imported.provenance()),
                imported.quality().stream().map(one -> row(run, one)).toList()));
        for (StepState step : imported.steps()) {
            Instant at = Objects.requireNonNullElse(step.getEnded(), step.getStarted());
            changes.add(new StoreChange.StoredEvent(
                    team,
                    now,
                    ControlEvent.newBuilder().setAt(at).setState(step).build()));
        }
        for (StepResult result : imported.results()) {
            changes.add(new StoreChange.StoredEvent(team, now, result));
        }
        imported.requests().forEach(this::add);
    }

    private void add(ImportedRun.Request request) {
        changes.add(
                request.dueKnown()
                        ? new StoreChange.StoredEvent(team, now, request.event())
                        : new StoreChange.RequestWithoutDue(team, now, request.event()));
    }

    private static ImportRow row(ImportedRun.Provenance mark) {
        return new ImportRow(
                mark.tool(),
                mark.toolVersion(),
                mark.format(),
                mark.missingData(),
                mark.definitions(),
                mark.sources().stream()
                        .map(source ->
                                new ImportRow.SourceRow(source.file(), source.place(), source.hash(), source.figures()))
                        .toList());
    }

    private QualityRow row(String run, ImportedQuality quality) {
        return new QualityRow(
                new RunKey(team, run),
                quality.task(),
                quality.metric(),
                quality.filter(),
                quality.value(),
                quality.stderr(),
                quality.n(),
                quality.higherIsBetter());
    }
}
