package io.tidemark.app.cli.results;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.DurationConverter;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.run.stop.RunStopper;
import io.tidemark.app.run.stop.StopRequest;
import io.tidemark.app.run.stop.StopRequester;
import io.tidemark.events.RunState;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.time.Duration;
import java.util.Objects;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark runs stop}: stops a run whose process is somewhere else. */
@Command(
        name = "stop",
        mixinStandardHelpOptions = true,
        description = {
            "Stop a run that goes on, from any machine. Its process ends as by Ctrl-C: the run is ABORTED, measured data is kept.",
            "Exit code 5: the run did not end in time."
        },
        footerHeading = "%nExamples:%n",
        footer = "  tidemark runs stop 01JD8Z6K3M5TQX9V2R7C0WHB4P --reason 'the server is needed for a release'")
final class RunsStopCommand implements Callable<Integer> {
    private final CommandContext context;

    @Parameters(paramLabel = "RUN", description = "Id of the run.")
    private String run = "";

    @Option(
            names = "--reason",
            required = true,
            paramLabel = "TEXT",
            description =
                    "The reason, for whoever made the run. It stands in the audit, in the run and at its terminal.")
    private String reason = "";

    @Option(names = "--team", defaultValue = "default", description = "Default: ${DEFAULT-VALUE}")
    private String team = "";

    @Option(
            names = "--timeout",
            paramLabel = "TIME",
            defaultValue = "20s",
            converter = DurationConverter.class,
            description = "How long to wait for the run's end. Default: ${DEFAULT-VALUE}")
    private Duration timeout = Duration.ZERO;

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    RunsStopCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        Team owner = OptionParser.team(team);
        StopRequest request = OptionParser.parse("", () -> new StopRequest(run, reason, StopRequester.OF_PROCESS));
        RunState ended = new RunStopper(context, cluster.required(context.home()), owner)
                .stop(request, timeout)
                .orElseThrow(() -> new UnavailableException("run " + run + " did not end within "
                        + timeout.toSeconds()
                        + " s after it was asked to: its process is gone, cannot reach Kafka, or its user"
                        + " may not read " + Topic.RUN_COMMANDS.in(owner)
                        + " (`run --verbose` says so)"));
        context.terminal()
                .printFormatted(
                        "run %s ended at %s as %s; its measurements: tidemark report %s",
                        run, Objects.requireNonNull(ended.getEnded()), ended.getStatus(), run);
        return ExitCode.OK.code();
    }
}
