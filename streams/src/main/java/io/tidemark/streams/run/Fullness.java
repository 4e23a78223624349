package io.tidemark.streams.run;

import io.tidemark.schemas.Team;
import io.tidemark.streams.flow.TeamTools;
import io.tidemark.streams.inbox.InboxRecord;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** Tells that a team has no room for more series: each value is counted, the first one of a task is logged. Not thread-safe. */
final class Fullness {
    private static final Logger LOG = LoggerFactory.getLogger(Fullness.class);

    private final Team team;
    private final TeamTools tools;
    private boolean toldOfClasses;
    private boolean toldOfRefusals;

    Fullness(Team team, TeamTools tools) {
        this.team = team;
        this.tools = tools;
    }

    /** What became of values of a run that is kept. */
    void tell(String run, RunBook.Taken taken) {
        tools.meters().late(taken.late());
        tools.meters().asOther(taken.asOther());
        tools.meters().refused(taken.refused());
        tools.meters().unsegmented(taken.unsegmented());
        if (taken.asOther() > 0 && !toldOfClasses) {
            toldOfClasses = true;
            LOG.warn(
                    "team {}: run {} has classes beyond the limit of {} series: they are counted as class \"other\";"
                            + " further ones are only counted",
                    team,
                    run,
                    tools.places().most());
        }
        if (taken.refused() > 0) {
            warnOfRefusal(run);
        }
    }

    /** A run that is not kept. */
    void refuse(String run, InboxRecord told) {
        if (told instanceof InboxRecord.Deltas deltas) {
            tools.meters()
                    .refused(deltas.panes().stream()
                            .mapToLong(delta -> delta.pane().values())
                            .sum());
        }
        warnOfRefusal(run);
    }

    private void warnOfRefusal(String run) {
        if (!toldOfRefusals) {
            toldOfRefusals = true;
            LOG.warn(
                    "team {}: run {} begins steps or targets beyond the limit of {} series: they get no windows;"
                            + " further ones are only counted",
                    team,
                    run,
                    tools.places().most());
        }
    }
}
