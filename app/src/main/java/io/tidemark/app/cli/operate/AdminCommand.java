package io.tidemark.app.cli.operate;

import io.tidemark.app.cli.audit.AuditCommand;
import io.tidemark.app.cli.team.TeamCommand;
import io.tidemark.app.cli.token.TokenCommand;
import io.tidemark.app.process.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

/** {@code tidemark admin}: topics, teams, access tokens, the audit, the result store and spools. */
@Command(
        name = "admin",
        mixinStandardHelpOptions = true,
        description = "Manage topics, teams, tokens, the audit, the store and spools.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark admin topics create --team perf",
            "  tidemark admin team add perf --apply --secrets perf-secrets",
            "  tidemark admin store prune --experiment h200 --older-than 30d --dry-run"
        })
public final class AdminCommand implements Runnable {
    private final CommandContext surroundings;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    private AdminCommand(CommandContext surroundings) {
        this.surroundings = surroundings;
    }

    /** With the commands below it. */
    public static CommandLine line(CommandContext surroundings) {
        return new CommandLine(new AdminCommand(surroundings))
                .addSubcommand(new TopicsCommand(surroundings))
                .addSubcommand(TeamCommand.line(surroundings))
                .addSubcommand(TokenCommand.line(surroundings))
                .addSubcommand(AuditCommand.line(surroundings))
                .addSubcommand(new StoreCommand(surroundings))
                .addSubcommand(SpoolCommand.line(surroundings));
    }

    @Override
    public void run() {
        spec.commandLine().usage(surroundings.terminal().out());
    }
}
