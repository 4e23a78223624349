package io.tidemark.app.cli.team;

import io.tidemark.app.process.CommandContext;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.team.AccessAdmin;
import io.tidemark.app.team.ClusterAccess;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tidemark admin team}: teams on a cluster with an authorizer. */
@Command(
        name = "team",
        mixinStandardHelpOptions = true,
        description = "Who works for a team on Kafka, and what they may do.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark admin team add perf",
            "  tidemark admin team add perf --apply --secrets perf-secrets",
            "  tidemark admin team list",
            "  tidemark admin team show perf"
        })
public final class TeamCommand implements Runnable {
    private final CommandContext context;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    private TeamCommand(CommandContext context) {
        this.context = context;
    }

    /** With the commands below it. */
    public static CommandLine line(CommandContext context) {
        return new CommandLine(new TeamCommand(context))
                .addSubcommand(new TeamAddCommand(context))
                .addSubcommand(new TeamRemoveCommand(context))
                .addSubcommand(new TeamListCommand(context))
                .addSubcommand(new TeamShowCommand(context));
    }

    /** Who may do what on a cluster, as its administrator sees it. */
    static ClusterAccess access(ClusterConnection cluster) {
        try (Admin kafka = cluster.admin()) {
            return new AccessAdmin(kafka).read();
        }
    }

    @Override
    public void run() {
        spec.commandLine().usage(context.terminal().out());
    }
}
