package io.tidemark.sinks.store.jdbc.query;

import io.tidemark.events.ControlEvent;
import io.tidemark.events.Heartbeat;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.RunState;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.RunActivity;
import io.tidemark.sinks.store.StoreChange;
import io.tidemark.sinks.store.jdbc.ColumnValues;
import io.tidemark.sinks.store.jdbc.QueryRunner;
import io.tidemark.sinks.store.jdbc.RowFields;
import io.tidemark.sinks.store.read.run.LostRunRow;
import io.tidemark.sinks.store.read.run.RunKey;
import java.sql.Connection;
import java.sql.PreparedStatement;
import java.sql.SQLException;
import java.time.Instant;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.avro.specific.SpecificRecord;

/** When anything of a run last came, and which runs are held for lost because nothing did. */
public final class RunActivityTable {
    /** Columns of {@code run_activity} beside those of {@code runs}, empty where nothing is known. */
    static final String OF_RUNS = "(SELECT runs.*, run_activity.last_micros AS heard_micros, lost_micros, lost_reason"
            + " FROM runs LEFT JOIN run_activity USING (team, run)) AS runs";

    private static final String HEARD = "INSERT INTO run_activity (team, run, last_micros) VALUES (?, ?, ?)"
            + " ON CONFLICT (team, run) DO UPDATE SET last_micros = excluded.last_micros, lost_micros = NULL, lost_reason = NULL"
            + " WHERE excluded.last_micros > run_activity.last_micros";
    /** Without anything heard of a run its state counts. */
    private static final String RUNNING = "SELECT run, COALESCE(last_micros, at_micros) AS last_micros"
            + " FROM runs LEFT JOIN run_activity USING (team, run)"
            + " WHERE team = ? AND status = 'RUNNING' AND imported IS NULL AND lost_micros IS NULL";

    private static final String LOSE = "INSERT INTO run_activity (team, run, last_micros, lost_micros, lost_reason)"
            + " VALUES (?, ?, ?, ?, ?) ON CONFLICT (team, run) DO UPDATE"
            + " SET lost_micros = excluded.lost_micros, lost_reason = excluded.lost_reason"
            + " WHERE run_activity.last_micros = excluded.last_micros";
    private static final String INCOMPLETE =
            "UPDATE window_stats SET finality = 'INCOMPLETE' WHERE team = ? AND run = ? AND finality = 'PROVISIONAL'";

    private final PreparedStatement heard;

    public RunActivityTable(Connection connection) throws SQLException {
        this.heard = connection.prepareStatement(HEARD);
    }

    /** Records the activity of runs that the changes show. */
    public void record(List<StoreChange> changes) throws SQLException {
        Map<RunKey, Instant> last = new HashMap<>();
        for (StoreChange change : changes) {
            run(change)
                    .ifPresent(run -> last.merge(
                            new RunKey(change.team(), run),
                            change.appended(),
                            (one, other) -> one.isAfter(other) ? one : other));
        }
        // In one order, so that two who write never wait for each other in a ring.
        List<Map.Entry<RunKey, Instant>> inOrder = last.entrySet().stream()
                .sorted(Map.Entry.comparingByKey(
                        Comparator.comparing((RunKey run) -> run.team().name()).thenComparing(RunKey::run)))
                .toList();
        for (Map.Entry<RunKey, Instant> run : inOrder) {
            heard.setString(1, run.getKey().team().name());
            heard.setString(2, run.getKey().run());
            heard.setLong(3, ColumnValues.micros(run.getValue()));
            heard.executeUpdate();
        }
    }

    /** The run that a change is a sign of life of: what its lanes and its leading process publish, not what is made of that. */
    private static Optional<String> run(StoreChange change) {
        return change instanceof StoreChange.StoredEvent stored ? run(stored.event()) : Optional.empty();
    }

    private static Optional<String> run(SpecificRecord event) {
        if (event instanceof RequestEvent request) {
            return Optional.of(request.getRun());
        }
        if (event instanceof Heartbeat heartbeat) {
            return Optional.of(heartbeat.getRun());
        }
        boolean ofRun = event instanceof ControlEvent control && control.getState() instanceof RunState;
        return ofRun ? Optional.of(((RunState) ((ControlEvent) event).getState()).getRun()) : Optional.empty();
    }

    public static List<RunActivity> runningRuns(QueryRunner reads, Team team) {
        return reads.list(
                RUNNING,
                fields -> new RunActivity(new RunKey(team, fields.text("run")), fields.instant("last_micros")),
                team.name());
    }

    /** @return whether it is lost: not, if anything came since */
    public static boolean markLost(Connection connection, RunActivity run, Instant at, String reason)
            throws SQLException {
        RunKey key = run.run();
        try (PreparedStatement lose = connection.prepareStatement(LOSE);
                PreparedStatement incomplete = connection.prepareStatement(INCOMPLETE)) {
            lose.setString(1, key.team().name());
            lose.setString(2, key.run());
            lose.setLong(3, ColumnValues.micros(run.lastHeard()));
            lose.setLong(4, ColumnValues.micros(at));
            lose.setString(5, reason);
            if (lose.executeUpdate() == 0) {
                return false;
            }
            incomplete.setString(1, key.team().name());
            incomplete.setString(2, key.run());
            incomplete.executeUpdate();
            return true;
        }
    }

    static Optional<LostRunRow> lostRun(RowFields fields) throws SQLException {
        Optional<Instant> at = fields.instantIfAny("lost_micros");
        return at.isPresent()
                ? Optional.of(new LostRunRow(fields.instant("heard_micros"), at.get(), fields.text("lost_reason")))
                : Optional.empty();
    }
}
