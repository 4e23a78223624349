package io.tidemark.sinks.store.read.run;

import io.tidemark.events.RunStatus;
import io.tidemark.schemas.RunLabels;
import java.time.Instant;
import java.util.Comparator;
import java.util.List;
import java.util.Optional;

/** A run by its last state. {@code stepCount} is what was planned; {@code ended} is empty while it runs, {@code imported} where Tidemark measured it. */
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
    /**
     * The order in which runs were made: by the time in their ids. The start of a run in virtual time is no such time; it orders runs that were
     * imported without a time.
     */
    public static final Comparator<RunRow> NEWEST_FIRST = Comparator.comparing(RunRow::made)
            .thenComparing(RunRow::started)
            .thenComparing(row -> row.key().run())
            .reversed();

    private static final int TIME_CHARACTERS = 10;

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

    /** When it was made, in the characters of its id, which sort by time. */
    public String made() {
        return key.run().substring(0, Math.min(TIME_CHARACTERS, key.run().length()));
    }

    /** How it stands, in a word: its status, or LOST where its process ended without saying so. */
    public String standing() {
        return isLost() ? "LOST" : status.name();
    }

    /** Whether its process ended without saying so. */
    public boolean isLost() {
        return status == RunStatus.RUNNING && lost.isPresent();
    }

    /** Whether it goes on. */
    public boolean isRunning() {
        return status == RunStatus.RUNNING && !isLost();
    }

    /** Whether a search tried one load by it. */
    public boolean isProbe() {
        return RunLabels.isProbe(origin.labels());
    }

    /**
     * Why its figures are none of its phase's; empty where they are. This is the one rule of comparisons of phases, gates, histories and "the newest run":
     * a probe of a search, and a run whose figures must not be used, is left out.
     */
    public Optional<String> whyNotCounted() {
        return isProbe() ? Optional.of("it is a probe of a search") : whyNotUsable();
    }

    /** Why its figures must not be used, or cannot: it is INVALID, lost, aborted or still running. Empty where they can. */
    public Optional<String> whyNotUsable() {
        return switch (status) {
            case INVALID -> Optional.of("it is INVALID, " + String.join("; ", invalidReasons));
            case RUNNING ->
                Optional.of(lost.map(end -> "it is lost: " + end.reason()).orElse("it is still running"));
            case ABORTED -> Optional.of("it was aborted");
            case ENDED, UNKNOWN -> Optional.empty();
        };
    }
}
