package io.tidemark.app.cli.operate;

import io.tidemark.app.cli.shared.DurationConverter;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.read.RunFilter;
import io.tidemark.sinks.store.read.run.RunRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Which runs are taken out of a store: at least an experiment or an age must be given. */
final class RunSelection {
    /** A run that says nothing of its end for so long was killed, even if no sink was there to see it fall silent. */
    private static final Duration ON_AT_MOST = Duration.ofDays(1);

    @Option(names = "--team", description = "Only runs of this team. Default: the team that has such runs.")
    private @Nullable String team;

    @Option(names = "--experiment", description = "Of this experiment.")
    private @Nullable String experiment;

    @Option(
            names = "--older-than",
            paramLabel = "TIME",
            converter = DurationConverter.class,
            description = "Only runs that began longer ago than this, such as 12h or 30d.")
    private @Nullable Duration olderThan;

    /** @throws InvalidInputException if nothing was chosen, or runs of several teams were */
    List<RunRow> runs(ResultReader reader, Instant now) {
        if (experiment == null && olderThan == null) {
            throw new InvalidInputException(
                    "give --experiment, --older-than or both: without them the command would apply to all runs");
        }
        RunFilter ofTeam = team == null ? RunFilter.all() : RunFilter.team(OptionParser.team(team));
        RunFilter filter = experiment == null ? ofTeam : ofTeam.experiment(experiment);
        Instant before = now.minus(Optional.ofNullable(olderThan).orElse(Duration.ZERO));
        List<RunRow> runs = reader.runs(filter).stream()
                .filter(run -> run.started().isBefore(before) && !isOn(run, now))
                .toList();
        List<String> teams = runs.stream()
                .map(run -> run.key().team().name())
                .distinct()
                .sorted()
                .toList();
        if (teams.size() > 1) {
            throw new InvalidInputException("such runs are of several teams " + teams + ": say which with --team");
        }
        return runs;
    }

    private static boolean isOn(RunRow run, Instant now) {
        return run.isRunning() && run.started().isAfter(now.minus(ON_AT_MOST));
    }
}
