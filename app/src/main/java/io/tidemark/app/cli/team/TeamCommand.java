package io.tidemark.app.cli.team;

import io.tidemark.app.cli.shared.CommandGroup;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.team.AccessAdmin;
import io.tidemark.app.team.ClusterAccess;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine;
import picocli.CommandLine.Command;

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
public final class TeamCommand extends CommandGroup {
    private TeamCommand(CommandContext context) {
        super(context);
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
}
