package io.tidemark.console.view;

import io.tidemark.events.TuneActivity;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.run.ExperimentRow;
import io.tidemark.sinks.store.read.tune.TuneRow;
import java.time.Instant;
import java.util.List;
import java.util.Optional;

/** Lists that come whole. */
public final class ListView {
    private ListView() {}

    /** Experiments, the one with the newest run first. */
    public record Experiments(List<Experiment> experiments) {
        public Experiments {
            experiments = List.copyOf(experiments);
        }
    }

    /** @param phases in the order in which they were first run */
    public record Experiment(Team team, String experiment, List<String> phases, int runs, Instant lastStarted) {
        public Experiment {
            phases = List.copyOf(phases);
        }

        public static Experiment of(ExperimentRow row) {
            return new Experiment(row.team(), row.experiment(), row.phases(), row.runs(), row.lastStarted());
        }
    }

    /** Tunes, newest first. */
    public record Tunes(List<Tune> tunes) {
        public Tunes {
            tunes = List.copyOf(tunes);
        }
    }

    /** See {@link TuneRow}; an empty phase is null. */
    public record Tune(
            Team team,
            String tune,
            String experiment,
            String target,
            String mode,
            Instant started,
            TuneActivity activity,
            String description,
            int planned,
            int ended,
            int infeasible,
            Optional<Instant> expectedEnd,
            Optional<String> defaultPhase,
            Optional<String> winner,
            String evidence,
            Instant at) {
        public static Tune of(TuneRow row) {
            return new Tune(
                    row.team(),
                    row.tune(),
                    row.experiment(),
                    row.target(),
                    row.mode(),
                    row.started(),
                    row.activity(),
                    row.description(),
                    row.planned(),
                    row.ended(),
                    row.infeasible(),
                    row.expectedEnd(),
                    named(row.defaultPhase()),
                    named(row.winner()),
                    row.evidence(),
                    row.at());
        }

        private static Optional<String> named(String phase) {
            return phase.isEmpty() ? Optional.empty() : Optional.of(phase);
        }
    }
}
