package io.tidemark.app.cli.token;

import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.DurationConverter;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.reports.format.RecordJson;
import io.tidemark.schemas.Team;
import io.tidemark.web.access.AccessToken;
import io.tidemark.web.access.Scope;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark admin token add}: makes a token and shows it once. */
@Command(
        name = "add",
        mixinStandardHelpOptions = true,
        description = {
            "Make a token and print it, once: the file keeps its hash.",
            "A server that runs takes it at once."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark admin token add --scope read --note prometheus",
            "  tidemark admin token add --team perf --scope read,publish --expires 30d",
            "  tidemark admin token add --scope admin --tokens /etc/tidemark/tokens.json --json"
        })
final class TokenAddCommand implements Callable<Integer> {
    private final CommandContext context;

    @Mixin
    private final TokenFileOptions file = new TokenFileOptions();

    @Mixin
    private final TokenAudit audit = new TokenAudit();

    @Option(names = "--team", paramLabel = "NAME", description = "Whose things it opens. Default: all teams'")
    private @Nullable String team;

    @Option(
            names = "--scope",
            split = ",",
            required = true,
            paramLabel = "SCOPE",
            description = "publish, read or admin, which includes both.")
    private Set<String> scopes = Set.of();

    @Option(
            names = "--expires",
            paramLabel = "TIME",
            defaultValue = "90d",
            converter = DurationConverter.class,
            description = "How long it is valid. Default: 90d")
    private Duration lifetime = Duration.ZERO;

    @Option(names = "--note", paramLabel = "TEXT", description = "Who or what it is for.")
    private String note = "";

    @Option(names = "--json", description = "Print one JSON object, for machines.")
    private boolean json;

    TokenAddCommand(CommandContext context) {
        this.context = context;
    }

    private record NewToken(
            String id, String token, Optional<String> team, List<String> scopes, Instant expires, String note) {}

    @Override
    public Integer call() {
        Instant now = context.wallClock().instant();
        Set<Scope> granted = OptionParser.parse(
                "--scope: ", () -> scopes.stream().map(Scope::of).collect(Collectors.toSet()));
        AccessToken.Grant grant = new AccessToken.Grant(
                Optional.ofNullable(team).map(OptionParser::team), granted, now, now.plus(lifetime), note);
        AccessToken.Made made = OptionParser.parse("--expires: ", () -> AccessToken.make(grant, new SecureRandom()));
        file.use(context, tokens -> {
            tokens.change(all -> {
                List<AccessToken> more = new ArrayList<>(all);
                more.add(made.token());
                audit.record(context, "token add", made.token());
                return more;
            });
            return tokens;
        });
        print(made);
        return ExitCode.OK.code();
    }

    private void print(AccessToken.Made made) {
        AccessToken token = made.token();
        Terminal terminal = context.terminal();
        NewToken shown = new NewToken(
                token.id(),
                made.secret().text(),
                token.team().map(Team::name),
                TokenListCommand.words(token),
                token.expires(),
                token.note());
        if (json) {
            terminal.printLine(RecordJson.of(shown).toString());
            return;
        }
        terminal.printFormatted(
                "token %s of %s: %s, until %s; it is not shown again",
                token.id(),
                shown.team().map(name -> "team " + name).orElse("all teams"),
                String.join(", ", shown.scopes()),
                token.expires());
        terminal.printLine(shown.token());
    }
}
