package io.tidemark.app.cli.operate;

import io.tidemark.app.audit.AuditEvents;
import io.tidemark.app.cli.shared.CommandGroup;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.ResultStore;
import io.tidemark.sinks.store.StoreException;
import io.tidemark.web.access.AccessToken;
import io.tidemark.web.access.InvalidTokenFileException;
import io.tidemark.web.access.LastUses;
import io.tidemark.web.access.Scope;
import io.tidemark.web.access.TokenFile;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark admin token}: who may use HTTP pages and APIs. */
@Command(
        name = "token",
        description = "Who may use HTTP pages and APIs (--http-tokens).",
        footer = {
            "  tidemark admin token add --scope read --note prometheus",
            "  tidemark admin token list",
            "  tidemark admin token revoke 3f9c1a70b2d4"
        })
final class TokenCommand extends CommandGroup {
    TokenCommand(CommandContext context) {
        super(context);
    }

    @Command(
            name = "add",
            mixinStandardHelpOptions = true,
            description = {
                "Make a token and print it, once: the file keeps its hash.",
                "A server that runs takes it at once."
            },
            footer = {
                "  tidemark admin token add --scope read --note prometheus",
                "  tidemark admin token add --team perf --scope read,publish --expires 30d",
                "  tidemark admin token add --scope admin --tokens /etc/tidemark/tokens.json --json"
            })
    void add(
            @Mixin TokenFileOptions file,
            @Mixin TokenAudit audit,
            @Option(names = "--team", paramLabel = "NAME", description = "Whose things it opens. Default: all teams'")
                    @Nullable
                    String team,
            @Option(
                            names = "--scope",
                            split = ",",
                            required = true,
                            paramLabel = "SCOPE",
                            description = "publish, read or admin, which includes both.")
                    Set<String> scopes,
            @Option(
                            names = "--expires",
                            paramLabel = "TIME",
                            defaultValue = "90d",
                            description = "How long it is valid. Default: 90d")
                    Duration lifetime,
            @Option(names = "--note", paramLabel = "TEXT", defaultValue = "", description = "Who or what it is for.")
                    String note,
            @Option(names = "--json", description = "Print one JSON object, for machines.") boolean json) {
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
        NewToken shown = NewToken.of(made);
        if (json) {
            context.terminal().printJson(shown);
        } else {
            print(shown);
        }
    }

    private record NewToken(
            String id, String token, Optional<String> team, List<String> scopes, Instant expires, String note) {
        static NewToken of(AccessToken.Made made) {
            AccessToken token = made.token();
            return new NewToken(
                    token.id(),
                    made.secret().text(),
                    token.team().map(Team::name),
                    words(token),
                    token.expires(),
                    token.note());
        }
    }

    private void print(NewToken made) {
        Terminal terminal = context.terminal();
        terminal.printFormatted(
                "token %s of %s: %s, until %s; it is not shown again",
                made.id(),
                made.team().map(name -> "team " + name).orElse("all teams"),
                String.join(", ", made.scopes()),
                made.expires());
        terminal.printLine(made.token());
    }

    @Command(
            name = "list",
            mixinStandardHelpOptions = true,
            description = "Show tokens: whose, what they open, until when, when last used.",
            footer = "  tidemark admin token list --tokens /etc/tidemark/tokens.json")
    void list(
            @Mixin TokenFileOptions file,
            @Option(names = "--json", description = "Print one JSON object, for machines.") boolean json) {
        List<TokenLine> lines = file.use(context, this::lines);
        if (json) {
            context.terminal().printJson(new Tokens(lines));
        } else {
            lines.forEach(this::print);
        }
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

    /** In the order of the scopes. */
    private static List<String> words(AccessToken token) {
        return token.scopes().stream().sorted().map(Scope::word).toList();
    }

    @Command(
            name = "revoke",
            mixinStandardHelpOptions = true,
            description = "End a token. A server that runs refuses it at once.",
            footer = "  tidemark admin token revoke 3f9c1a70b2d4")
    void revoke(
            @Mixin TokenFileOptions file,
            @Mixin TokenAudit audit,
            @Parameters(paramLabel = "ID", description = "Of the token, as `token list` shows it.") String id,
            @Option(names = "--json", description = "Print one JSON object, for machines.") boolean json) {
        Instant now = context.wallClock().instant();
        Revoked revoked = file.use(context, tokens -> {
            tokens.change(all -> {
                AccessToken ending = token(id, all, tokens);
                if (ending.revoked().isEmpty()) {
                    audit.record(context, "token revoke", ending);
                }
                return all.stream()
                        .map(token -> token.id().equals(id) ? token.revokedAt(now) : token)
                        .toList();
            });
            return new Revoked(id, token(id, tokens.read(), tokens).revoked().orElseThrow());
        });
        if (json) {
            context.terminal().printJson(revoked);
        } else {
            context.terminal().printFormatted("token %s is revoked since %s", revoked.id(), revoked.revoked());
        }
    }

    private record Revoked(String id, Instant revoked) {}

    private static AccessToken token(String id, List<AccessToken> all, TokenFile tokens) {
        return all.stream()
                .filter(token -> token.id().equals(id))
                .findFirst()
                .orElseThrow(() -> new InvalidInputException("there is no token " + id + " in " + tokens.path()));
    }

    /** Which file of tokens. */
    static final class TokenFileOptions {
        @Option(
                names = "--tokens",
                paramLabel = "FILE",
                description = "The file of tokens: hashes only, mode 0600. Default: tokens.json in the home folder")
        private @Nullable Path file;

        /** @throws UnavailableException if the file cannot be used */
        <T> T use(CommandContext context, Function<TokenFile, T> use) {
            try {
                return use.apply(new TokenFile(file == null ? context.home().resolve("tokens.json") : file));
            } catch (InvalidTokenFileException e) {
                throw new UnavailableException(String.valueOf(e.getMessage()), e);
            }
        }
    }

    /** The store that changes of tokens are recorded in. A change that cannot be recorded is not made. */
    static final class TokenAudit {
        @Mixin
        private final StoreOptions store = new StoreOptions();

        /** Before the file changes. @throws OperationException if the store does not take it */
        void record(CommandContext context, String action, AccessToken token) {
            Map<String, String> details = Map.of(
                    "scopes", String.join(",", words(token)),
                    "expires", token.expires().toString(),
                    "note", token.note());
            try (ResultStore opened = store.orHome(context).open()) {
                opened.addAudit(token.team(), AuditEvents.of(context, action, token.id(), details));
            } catch (StoreException e) {
                throw new UnavailableException(
                        "nothing was changed, because it cannot be recorded: " + e.getMessage(), e);
            }
        }
    }
}
