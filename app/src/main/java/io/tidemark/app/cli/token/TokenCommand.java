package io.tidemark.app.cli.token;

import io.tidemark.app.cli.shared.CommandGroup;
import io.tidemark.app.cli.terminal.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;

/** {@code tidemark admin token}: who may use HTTP pages and APIs. */
@Command(
        name = "token",
        mixinStandardHelpOptions = true,
        description = "Who may use HTTP pages and APIs (--http-tokens).",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark admin token add --scope read --note prometheus",
            "  tidemark admin token list",
            "  tidemark admin token revoke 3f9c1a70b2d4"
        })
public final class TokenCommand extends CommandGroup {
    private TokenCommand(CommandContext context) {
        super(context);
    }

    /** With the commands below it. */
    public static CommandLine line(CommandContext context) {
        return new CommandLine(new TokenCommand(context))
                .addSubcommand(new TokenAddCommand(context))
                .addSubcommand(new TokenListCommand(context))
                .addSubcommand(new TokenRevokeCommand(context));
    }
}
