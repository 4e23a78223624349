package io.tidemark.app.cli.token;

import io.tidemark.app.process.CommandContext;
import picocli.CommandLine;
import picocli.CommandLine.Command;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Spec;

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
public final class TokenCommand implements Runnable {
    private final CommandContext context;

    @Spec
    private CommandSpec spec;

    @SuppressWarnings("NullAway.Init") // picocli sets spec before anything is called.
    private TokenCommand(CommandContext context) {
        this.context = context;
    }

    /** With the commands below it. */
    public static CommandLine line(CommandContext context) {
        return new CommandLine(new TokenCommand(context))
                .addSubcommand(new TokenAddCommand(context))
                .addSubcommand(new TokenListCommand(context))
                .addSubcommand(new TokenRevokeCommand(context));
    }

    @Override
    public void run() {
        spec.commandLine().usage(context.terminal().out());
    }
}
