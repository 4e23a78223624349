package io.tidemark.sinks.store.read.run;

import io.tidemark.events.RunStatus;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** A run as its last state said. {@code stepCount} is what was planned; {@code ended} is empty while it runs, {@code imported} where Tidemark measured it. */
public record RunRow(
        RunKey key,
        String experiment,
        String phase,
        Instant started,
        Optional<Instant> ended,
        RunStatus status,
        List<String> invalidReasons,
        List<TargetRow> targets,
        List<String> lanes,
        int stepCount,
        RunOrigin origin,
        RunNotes notes,
        Optional<ImportRow> imported,
        Optional<LostRunRow> lost) {
    public RunRow {
        invalidReasons = List.copyOf(invalidReasons);
        targets = List.copyOf(targets);
        lanes = List.copyOf(lanes);
    }

    /** A run that Tidemark measured. */
    public RunRow(
            RunKey key,
            String experiment,
            String phase,
            Instant started,
            Optional<Instant> ended,
            RunStatus status,
            List<String> invalidReasons,
            List<TargetRow> targets,
            List<String> lanes,
            int stepCount,
            RunOrigin origin,
            RunNotes notes) {
        this(
                key,
                experiment,
                phase,
                started,
                ended,
                status,
                invalidReasons,
                targets,
                lanes,
                stepCount,
                origin,
                notes,
                Optional.empty(),
                Optional.empty());
    }
}
