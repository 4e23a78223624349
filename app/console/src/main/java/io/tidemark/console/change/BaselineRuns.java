package io.tidemark.console.change;

import io.tidemark.reports.compare.ComparedSide;
import io.tidemark.reports.compare.SideSelector;
import io.tidemark.reports.compare.SideSelector.SideFilter;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.reports.run.MeasuredRun;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.baseline.Baseline;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.run.RunKey;
import io.tidemark.sinks.store.read.run.RunRow;
import java.util.List;
import java.util.Optional;

/** The runs that a request names for a baseline: those of a phase that count, or some by their ids. */
final class BaselineRuns {
    private static final String RUNS = "runs";
    private static final String PHASE = "phase";

    private BaselineRuns() {}

    static List<RunRow> of(ChangeBody body, ResultReader results, Team team) {
        boolean byId = body.isGiven(RUNS);
        if (byId == body.isGiven(PHASE)) {
            throw new InvalidValueException(RUNS, "", "must be given, or else experiment and phase,");
        }
        ComparedSide side = byId ? byId(body, results, team) : ofPhase(body, results, team);
        if (side.runs().isEmpty()) {
            throw new InvalidValueException(
                    byId ? RUNS : PHASE,
                    side.name(),
                    "must have a run that can be a baseline: " + String.join("; ", side.excluded()));
        }
        if (side.runs().size() > Baseline.MAX_RUNS) {
            throw new InvalidValueException(
                    byId ? RUNS : PHASE,
                    side.runs().size() + " runs",
                    "must have at most " + Baseline.MAX_RUNS + " runs");
        }
        return side.runs().stream().map(MeasuredRun::row).toList();
    }

    private static ComparedSide byId(ChangeBody body, ResultReader results, Team team) {
        List<String> ids = body.texts(RUNS, Baseline.MAX_RUNS);
        ids.stream()
                .filter(id -> results.run(new RunKey(team, id)).isEmpty())
                .findFirst()
                .ifPresent(id -> {
                    throw new InvalidValueException(RUNS, id, "must be runs of team " + team + " that the store has");
                });
        return side(
                RUNS,
                String.join(",", ids),
                results,
                new SideFilter(Optional.of(team), Optional.empty(), Integer.MAX_VALUE));
    }

    private static ComparedSide ofPhase(ChangeBody body, ResultReader results, Team team) {
        SideFilter ofTeam = new SideFilter(Optional.of(team), Optional.of(body.text("experiment")), Integer.MAX_VALUE);
        return side(PHASE, body.text(PHASE), results, ofTeam);
    }

    private static ComparedSide side(String field, String named, ResultReader results, SideFilter filter) {
        try {
            return new SideSelector(results, filter).side(named);
        } catch (OperationException e) {
            throw new InvalidValueException(field, named, "cannot be found: " + e.getMessage() + ";");
        }
    }
}
