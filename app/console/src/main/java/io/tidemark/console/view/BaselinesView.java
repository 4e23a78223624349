package io.tidemark.console.view;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.baseline.Baseline;
import java.time.Instant;
import java.util.List;

/** Baselines of a team, by name. */
public record BaselinesView(List<BaselineView> baselines) {
    public BaselinesView {
        baselines = List.copyOf(baselines);
    }

    /** Runs that later ones are compared with, by a name. */
    public record BaselineView(
            Team team,
            String name,
            List<String> runs,
            String experiment,
            String phase,
            Instant setAt,
            String by,
            String reason) {
        public BaselineView {
            runs = List.copyOf(runs);
        }

        public static BaselineView of(Baseline baseline) {
            return new BaselineView(
                    baseline.team(),
                    baseline.name(),
                    baseline.runs(),
                    baseline.experiment(),
                    baseline.phase(),
                    baseline.setAt(),
                    baseline.by(),
                    baseline.reason());
        }
    }
}
