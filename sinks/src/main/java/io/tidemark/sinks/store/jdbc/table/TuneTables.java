package io.tidemark.sinks.store.jdbc.table;

import static io.tidemark.sinks.store.jdbc.ColumnValues.json;
import static io.tidemark.sinks.store.jdbc.ColumnValues.micros;
import static io.tidemark.sinks.store.jdbc.ColumnValues.microsOrNull;

import io.tidemark.events.TrialState;
import io.tidemark.events.TuneState;
import io.tidemark.sinks.store.jdbc.EventRow;
import io.tidemark.sinks.store.jdbc.StoreTable;
import io.tidemark.sinks.store.jdbc.table.ControlTables.Published;

/** Tables of tunes and of the server starts in them: the last state of each holds. */
public final class TuneTables {
    private TuneTables() {}

    public static StoreTable<Published<TuneState>> tunes() {
        return StoreTable.<Published<TuneState>>named("tunes")
                .key("tune", row -> tune(row).getTune())
                .column("experiment", row -> tune(row).getExperiment())
                .column("target", row -> tune(row).getTarget())
                .column("tuner", row -> tune(row).getTuner())
                .column("mode", row -> tune(row).getMode())
                .column("objective", row -> tune(row).getObjective())
                .column("started_micros", row -> micros(tune(row).getStarted()))
                .column("activity", row -> tune(row).getActivity().name())
                .column("description", row -> tune(row).getDescription())
                .column("planned", row -> tune(row).getPlanned())
                .column("ended", row -> tune(row).getEnded())
                .column("infeasible", row -> tune(row).getInfeasible())
                .column("expected_end_micros", row -> microsOrNull(tune(row).getExpectedEnd()))
                .column("plan", row -> tune(row).getPlan())
                .column("schedule", row -> tune(row).getSchedule())
                .column("identity", row -> json(tune(row).getIdentity()))
                .column("default_phase", row -> tune(row).getDefaultPhase())
                .column("winner", row -> tune(row).getWinner())
                .column("evidence", row -> tune(row).getEvidence())
                .column("at_micros", row -> micros(row.event().at()))
                .keepNewest("{row}.at_micros");
    }

    public static StoreTable<Published<TrialState>> trials() {
        return StoreTable.<Published<TrialState>>named("trials")
                .key("tune", row -> trial(row).getTune())
                .key("number", row -> trial(row).getNumber())
                .column("block", row -> trial(row).getBlock())
                .column("purpose", row -> trial(row).getPurpose())
                .column("experiment", row -> trial(row).getExperiment())
                .column("phase", row -> trial(row).getPhase())
                .column("flags", row -> json(trial(row).getFlags()))
                .column("status", row -> trial(row).getStatus().name())
                .column("failure", row -> trial(row).getFailure())
                .column("description", row -> trial(row).getDescription())
                .column("last_lines", row -> json(trial(row).getLastLines()))
                .column("log", row -> trial(row).getLog())
                .column("command", row -> trial(row).getCommand())
                .column("facts", row -> json(trial(row).getFacts()))
                .column("runs", row -> json(trial(row).getRuns()))
                .column("started_micros", row -> micros(trial(row).getStarted()))
                .column("ended_micros", row -> microsOrNull(trial(row).getEnded()))
                .column("startup_seconds", row -> trial(row).getStartupSeconds())
                .column("first_request_seconds", row -> trial(row).getFirstRequestSeconds())
                .column("held_up_to", row -> trial(row).getHeldUpTo())
                .column("fails_from", row -> trial(row).getFailsFrom())
                .column("at_micros", row -> micros(row.event().at()))
                .keepNewest("{row}.at_micros");
    }

    private static TuneState tune(EventRow<Published<TuneState>> row) {
        return row.event().state();
    }

    private static TrialState trial(EventRow<Published<TrialState>> row) {
        return row.event().state();
    }
}
