package io.tidemark.streams.run;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.TeamLimit;
import io.tidemark.streams.inbox.RunInboxRecord;
import io.tidemark.streams.processor.TeamServices;
import java.util.concurrent.TimeUnit;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Reports that a team has no room for more series: each value is counted, the first one of a task is logged. Not thread-safe. */
final class SeriesLimitReporter {
    private static final Logger LOG = LoggerFactory.getLogger(SeriesLimitReporter.class);

    private final Team team;
    private final TeamServices tools;
    private boolean loggedClasses;
    private boolean loggedRefusals;
    private boolean loggedForgotten;
    private boolean loggedStateFull;

    SeriesLimitReporter(Team team, TeamServices tools) {
        this.team = team;
        this.tools = tools;
    }

    /** What became of values of a run that is kept. */
    void report(String run, TrackedRun.DeltaOutcome taken) {
        tools.meters().late(taken.late());
        tools.meters().countedAsOther(taken.asOther());
        tools.meters().countedInNoWindow(taken.refused());
        tools.meters().unsegmented(taken.unsegmented());
        if (taken.asOther() > 0 && !loggedClasses) {
            loggedClasses = true;
            LOG.warn(
                    "team {}: run {} has classes beyond the limit of {} series: they are counted as class \"other\";"
                            + " further ones are only counted",
                    team,
                    run,
                    tools.quota().limit());
        }
        if (taken.refused() > 0) {
            warnOfRefusal(run);
        }
    }

    /** A run that is not kept. */
    void reportRefused(String run, RunInboxRecord record) {
        if (record instanceof RunInboxRecord.Deltas deltas) {
            tools.meters().countedInNoWindow(values(deltas));
        }
        warnOfRefusal(run);
    }

    /** Values of a run that is kept, of a team whose state has no room. */
    void reportStateFull(String run, RunInboxRecord.Deltas deltas) {
        tools.meters().overLimit(TeamLimit.STATE_BYTES, values(deltas));
        if (!loggedStateFull) {
            loggedStateFull = true;
            LOG.warn(
                    "team {}: there is no room for values of run {} (limit {}): what they belong to is incomplete; further ones are"
                            + " only counted",
                    team,
                    run,
                    TeamLimit.STATE_BYTES.id());
        }
    }

    private static long values(RunInboxRecord.Deltas deltas) {
        return deltas.panes().stream().mapToLong(delta -> delta.pane().values()).sum();
    }

    /** A silent run that is forgotten because the team has no room for what another one brings. */
    void reportForgotten(TrackedRun silent, String needy) {
        tools.meters().gaveWay();
        if (!loggedForgotten) {
            loggedForgotten = true;
            LOG.warn(
                    "team {}: run {} is forgotten after {} s of silence: the team has no room for what run {} brings;"
                            + " further ones are only counted",
                    team,
                    silent.run(),
                    TimeUnit.MILLISECONDS.toSeconds(silent.silentMillis()),
                    needy);
        }
    }

    private void warnOfRefusal(String run) {
        if (!loggedRefusals) {
            loggedRefusals = true;
            LOG.warn(
                    "team {}: run {} begins steps or targets beyond the limit of {} series: they get no windows;"
                            + " further ones are only counted",
                    team,
                    run,
                    tools.quota().limit());
        }
    }
}
