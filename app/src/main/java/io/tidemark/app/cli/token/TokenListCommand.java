package io.tidemark.app.cli.token;

import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.reports.format.RecordJson;
import io.tidemark.schemas.Team;
import io.tidemark.web.access.AccessToken;
import io.tidemark.web.access.LastUses;
import io.tidemark.web.access.Scope;
import io.tidemark.web.access.TokenFile;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark admin token list}: the tokens of a file, without their secrets. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Show tokens: whose, what they open, until when, when last used.",
        footerHeading = "%nExamples:%n",
        footer = "  tidemark admin token list --tokens /etc/tidemark/tokens.json")
final class TokenListCommand implements Runnable {
    private final CommandContext context;

    @Mixin
    private final TokenFileOptions file = new TokenFileOptions();

    @Option(names = "--json", description = "Print one JSON object, for machines.")
    private boolean json;

    TokenListCommand(CommandContext context) {
        this.context = context;
    }

    private record TokenLine(
            String id,
            Optional<String> team,
            List<String> scopes,
            String state,
            Instant created,
            Instant expires,
            Optional<Instant> revoked,
            Optional<Instant> lastUsed,
            String note) {}

    private record Tokens(List<TokenLine> tokens) {}

    @Override
    public void run() {
        List<TokenLine> lines = file.use(context, this::lines);
        if (json) {
            context.terminal().printLine(RecordJson.of(new Tokens(lines)).toString());
        } else {
            lines.forEach(this::print);
        }
    }

    /** In the order of the scopes. */
    static List<String> words(AccessToken token) {
        return token.scopes().stream().sorted().map(Scope::word).toList();
    }

    private List<TokenLine> lines(TokenFile tokens) {
        Instant now = context.wallClock().instant();
        List<AccessToken> all = tokens.readIfThere();
        Map<String, Instant> uses = LastUses.read(tokens);
        return all.stream()
                .map(token -> new TokenLine(
                        token.id(),
                        token.team().map(Team::name),
                        words(token),
                        token.state(now).name().toLowerCase(Locale.ROOT),
                        token.created(),
                        token.expires(),
                        token.revoked(),
                        Optional.ofNullable(uses.get(token.id())),
                        token.note()))
                .toList();
    }

    private void print(TokenLine line) {
        context.terminal()
                .printFormatted(
                        "%s  %-7s  %-12s  %-19s  expires %s  last used %s  %s",
                        line.id(),
                        line.state(),
                        line.team().orElse("all teams"),
                        String.join(",", line.scopes()),
                        line.expires(),
                        line.lastUsed().map(Instant::toString).orElse("-"),
                        line.note());
    }
}
