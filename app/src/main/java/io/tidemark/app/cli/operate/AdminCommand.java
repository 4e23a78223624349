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
    private final CommandContext context;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    private AdminCommand(CommandContext context) {
        this.context = context;
    }

    /** With the commands below it. */
    public static CommandLine line(CommandContext context) {
        return new CommandLine(new AdminCommand(context))
                .addSubcommand(new TopicsCommand(context))
                .addSubcommand(TeamCommand.line(context))
                .addSubcommand(TokenCommand.line(context))
                .addSubcommand(AuditCommand.line(context))
                .addSubcommand(new StoreCommand(context))
                .addSubcommand(SpoolCommand.line(context));
    }

    @Override
    public void run() {
        spec.commandLine().usage(context.terminal().out());
    }
}
