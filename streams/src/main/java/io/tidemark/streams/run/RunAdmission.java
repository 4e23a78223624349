package io.tidemark.streams.run;

import io.tidemark.schemas.RecordLimits;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.TeamLimit;
import io.tidemark.streams.inbox.RunInboxRecord;
import io.tidemark.streams.processor.TeamServices;
import io.tidemark.streams.processor.TeamUsage;
import io.tidemark.streams.windows.SeriesQuota;
import java.util.Optional;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Decides whether a run of which nothing is known begins with a record, and counts the records of runs that do not begin. Not thread-safe. */
final class RunAdmission {
    private static final Logger LOG = LoggerFactory.getLogger(RunAdmission.class);

    private final Team team;
    private final TeamServices tools;
    private final RunStore store;
    private final SeriesLimitReporter limitReporter;
    private final Room room;
    private final RoomMaker roomMaker;
    private final DefinitionReject rejectKept;

    /** What is left to the task of what a team may have. */
    record Room(SeriesQuota.Reservation series, TeamUsage.Share usage) {
        /** Whether a run finds no place, or none for its classes. */
        boolean isFull() {
            return !series.isFreeForClass() || usage.excess(TeamLimit.RUNS, 1).isPresent();
        }
    }

    /** Lets silent runs give way. */
    @FunctionalInterface
    interface RoomMaker {
        /**
         * As long as there are such runs.
         *
         * @param needy the run that needs the room
         */
        void makeRoom(String needy, BooleanSupplier isFull);
    }

    /** Makes a definition that was kept for a run that did not begin a dead letter. */
    @FunctionalInterface
    interface DefinitionReject {
        /** @param definition as the store has it */
        void reject(String run, byte[] definition, RecordLimits.Excess excess);
    }

    RunAdmission(
            Team team,
            TeamServices tools,
            RunStore store,
            SeriesLimitReporter limitReporter,
            Room room,
            RoomMaker roomMaker,
            DefinitionReject rejectKept) {
        this.team = team;
        this.tools = tools;
        this.store = store;
        this.limitReporter = limitReporter;
        this.room = room;
        this.roomMaker = roomMaker;
        this.rejectKept = rejectKept;
    }

    /**
     * Whether the run begins.
     *
     * @param reject takes the limit that makes a record a dead letter
     */
    boolean begins(String run, RunInboxRecord received, Consumer<RecordLimits.Excess> reject) {
        if (received instanceof RunInboxRecord.Deltas deltas && deltas.isOfDeadLetters()) {
            return false;
        }
        if (store.finished().contains(run)) {
            setAside(run, received);
            return false;
        }
        roomMaker.makeRoom(run, room::isFull);
        Optional<RecordLimits.Excess> excess = room.series.isFree()
                ? room.usage.excess(TeamLimit.RUNS, 1)
                : Optional.of(new RecordLimits.Excess(
                        TeamLimit.RUNS,
                        "a run of the team must have a series at least, but all "
                                + tools.quota().limit() + " (--series) are taken"));
        if (excess.isPresent()) {
            refuse(run, received, excess.get());
            if (received instanceof RunInboxRecord.HeartbeatReceived) {
                reject.accept(excess.get());
            }
        }
        return excess.isEmpty();
    }

    /** What defines it is kept while there is room: heartbeats say it all again, and definitions are reported once. */
    private void refuse(String run, RunInboxRecord record, RecordLimits.Excess excess) {
        limitReporter.reportRefused(run, record);
        if (record instanceof RunInboxRecord.Definition control) {
            store.refused().save(run, control.event(), (of, definition) -> rejectKept.reject(of, definition, excess));
        }
    }

    /** Results of a run that is forgotten stay as they are. */
    private void setAside(String run, RunInboxRecord record) {
        if (!(record instanceof RunInboxRecord.Deltas deltas)) {
            return;
        }
        long events = deltas.lanes().stream()
                .mapToLong(count -> count.tokenBatches() + count.requests())
                .sum();
        tools.meters().setAside(events);
        if (events > 0 && store.finished().isNews(run)) {
            LOG.warn(
                    "team {}: events of run {} came after its results were complete and its state was forgotten: they change no result;"
                            + " further ones are only counted",
                    team,
                    run);
        }
    }
}
