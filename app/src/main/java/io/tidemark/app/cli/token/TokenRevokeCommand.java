package io.tidemark.app.cli.token;

import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.format.RecordJson;
import io.tidemark.web.access.AccessToken;
import io.tidemark.web.access.TokenFile;
import java.time.Instant;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark admin token revoke}: ends a token before its time. */
@Command(
        name = "revoke",
        mixinStandardHelpOptions = true,
        description = "End a token. A server that runs refuses it at once.",
        footerHeading = "%nExamples:%n",
        footer = "  tidemark admin token revoke 3f9c1a70b2d4")
final class TokenRevokeCommand implements Runnable {
    private final CommandContext context;

    @Mixin
    private final TokenFileOptions file = new TokenFileOptions();

    @Mixin
    private final TokenAudit audit = new TokenAudit();

    @Parameters(paramLabel = "ID", description = "Of the token, as `token list` shows it.")
    private String id = "";

    @Option(names = "--json", description = "Print one JSON object, for machines.")
    private boolean json;

    TokenRevokeCommand(CommandContext context) {
        this.context = context;
    }

    private record Revoked(String id, Instant revoked) {}

    @Override
    public void run() {
        Instant now = context.wallClock().instant();
        Revoked revoked = file.use(context, tokens -> revoke(tokens, now));
        if (json) {
            context.terminal().printLine(RecordJson.of(revoked).toString());
        } else {
            context.terminal().printFormatted("token %s is revoked since %s", revoked.id(), revoked.revoked());
        }
    }

    private Revoked revoke(TokenFile tokens, Instant now) {
        tokens.change(all -> ended(all, tokens, now));
        return tokens.read().stream()
                .filter(token -> token.id().equals(id))
                .flatMap(token -> token.revoked().stream())
                .map(since -> new Revoked(id, since))
                .findFirst()
                .orElseThrow();
    }

    private List<AccessToken> ended(List<AccessToken> all, TokenFile tokens, Instant now) {
        AccessToken ending = all.stream()
                .filter(token -> token.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException("there is no token " + id + " in " + tokens.path()));
        if (ending.revoked().isEmpty()) {
            audit.record(context, "token revoke", ending);
        }
        return all.stream()
                .map(token -> token.id().equals(id) ? token.revokedAt(now) : token)
                .toList();
    }
}
