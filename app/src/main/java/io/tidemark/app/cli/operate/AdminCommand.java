package io.tidemark.app.cli.operate;

import io.tidemark.app.cli.audit.AuditCommand;
import io.tidemark.app.cli.shared.CommandGroup;
import io.tidemark.app.cli.team.TeamCommand;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.token.TokenCommand;
import picocli.CommandLine;
import picocli.CommandLine.Command;

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
public final class AdminCommand extends CommandGroup {
    private AdminCommand(CommandContext context) {
        super(context);
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
}
