package io.tidemark.app.cli.measure;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.PlanOptions;
import io.tidemark.app.cli.shared.PublishingOptions;
import io.tidemark.app.cli.shared.SpoolOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.process.AttachedInput;
import io.tidemark.app.run.RegistrySettings;
import io.tidemark.app.run.WorkerRequest;
import io.tidemark.app.run.WorkerSession;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.events.RunStatus;
import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.run.RunOutcome;
import io.tidemark.producer.workers.WorkerShare;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.Team;
import java.io.IOException;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark worker}: one lane of a run that {@code tidemark run --workers} leads. */
@Command(
        name = "worker",
        hidden = true,
        description = {
            "Run one lane of a run that `tidemark run PLAN --workers N --external` has announced and leads.",
            "It needs the same PLAN, options and files as the leader, and fails if they differ."
        },
        footer = {
            "  tidemark worker plan.yaml --run 01ARZ3NDEKTSV4RRFFQ69G5FAV --index 1 --of 2 --kafka k:9092 --registry http://r:8081",
            "  tidemark worker plan.yaml --run 01ARZ3NDEKTSV4RRFFQ69G5FAV --index 2 --of 3"
        })
public final class WorkerCommand implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Mixin
    private final SpoolOptions spool = new SpoolOptions();

    @Mixin
    private final PlanOptions plan = new PlanOptions();

    @Mixin
    private final PublishingOptions events = new PublishingOptions();

    @Option(
            names = "--run",
            paramLabel = "ID",
            required = true,
            description = "The run to join, as its leader printed it.")
    private String run = "";

    @Option(
            names = "--index",
            paramLabel = "I",
            required = true,
            description = "Number of this lane, 1 to N-1; the leader is 0.")
    private int index;

    @Option(
            names = "--of",
            paramLabel = "N",
            required = true,
            description = "Lanes of the run, including the leader's.")
    private int of;

    @Option(
            names = "--wait",
            paramLabel = "TIME",
            defaultValue = "2m",
            description = "How long to wait for the announcement of the run. Default: ${DEFAULT-VALUE}")
    private Duration announcedWithin = Duration.ofMinutes(2);

    @Option(
            names = "--attached",
            description =
                    "As `run --workers` starts its own: standard input begins with a line of registry settings, and the"
                            + " worker stops when it ends.")
    private boolean attached;

    public WorkerCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public Integer call() throws InterruptedException {
        if (attached) {
            cluster.add(attachedSettings());
        }
        Plan own = plan.plan();
        Team owner = events.owner(own);
        ClusterConnection connection = cluster.required(context.home());
        connection.requireReadyFor(owner);
        if (attached) {
            AttachedInput.atEnd(System.in, context.resources()::close);
        }
        WorkerRequest request = new WorkerRequest(
                run,
                OptionParser.parse("--index: ", () -> new WorkerShare(index, of)),
                own,
                owner,
                events.commandLine(),
                events.recordsText(),
                announcedWithin,
                spool.settings(context.home()));
        RunOutcome outcome = new WorkerSession(context, connection).execute(request);
        outcome.invalidReasons().forEach(context.terminal()::warn);
        return (outcome.status() == RunStatus.ENDED ? ExitCode.OK : exitCode(outcome)).code();
    }

    private static ExitCode exitCode(RunOutcome outcome) {
        return outcome.status() == RunStatus.INVALID ? ExitCode.RUN_INVALID : ExitCode.INCONCLUSIVE;
    }

    private static Map<String, String> attachedSettings() {
        try {
            return RegistrySettings.read(System.in);
        } catch (IOException e) {
            throw new InvalidInputException("--attached: " + e.getMessage());
        }
    }
}
