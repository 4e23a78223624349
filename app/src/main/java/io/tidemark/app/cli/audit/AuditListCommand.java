package io.tidemark.app.cli.audit;

import io.tidemark.app.cli.shared.DurationConverter;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.reports.format.RecordJson;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.AuditQuery;
import io.tidemark.sinks.store.read.AuditRow;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark admin audit list}: changes, newest first. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = {
            "List changes that a store knows, newest first: when, what, by whom and from where.",
            "Changes on Kafka (slo, team) are there once the team's sink has stored them."
        },
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark admin audit list", "  tidemark admin audit list --team perf --since 90d --json"})
final class AuditListCommand implements Runnable {
    private final CommandContext context;

    @Option(names = "--team", paramLabel = "NAME", description = "Only those of this team. Default: all teams.")
    private @Nullable String team;

    @Option(
            names = "--since",
            paramLabel = "TIME",
            defaultValue = "30d",
            converter = DurationConverter.class,
            description = "How far back. Default: 30d")
    private Duration age = Duration.ZERO;

    @Option(
            names = "--limit",
            paramLabel = "N",
            defaultValue = "1000",
            description = "So many at most. Default: ${DEFAULT-VALUE}.")
    private int limit;

    @Option(names = "--json", description = "Print one JSON object, for machines.")
    private boolean json;

    @Mixin
    private final StoreOptions store = new StoreOptions();

    AuditListCommand(CommandContext context) {
        this.context = context;
    }

    private record Change(
            Optional<String> team,
            String id,
            Instant at,
            String action,
            String subject,
            Map<String, String> details,
            String user,
            String login,
            String host,
            String address) {
        static Change of(AuditRow row) {
            return new Change(
                    row.team().map(Team::name),
                    row.id(),
                    row.at(),
                    row.action(),
                    row.subject(),
                    row.details(),
                    row.user(),
                    row.login(),
                    row.host(),
                    row.address());
        }
    }

    private record Changes(List<Change> changes) {}

    @Override
    public void run() {
        AuditQuery query = OptionParser.parse(
                "--",
                () -> new AuditQuery(
                        Optional.ofNullable(team).map(OptionParser::team),
                        context.wallClock().instant().minus(age),
                        limit));
        List<AuditRow> rows = store.open(context).audit(query);
        Terminal terminal = context.terminal();
        if (json) {
            terminal.printLine(
                    RecordJson.of(new Changes(rows.stream().map(Change::of).toList()))
                            .toString());
            return;
        }
        if (rows.isEmpty()) {
            terminal.printLine("no changes since " + ValueFormat.stamp(query.since()));
        }
        rows.forEach(row -> print(terminal, row));
    }

    private static void print(Terminal terminal, AuditRow row) {
        terminal.printFormatted(
                "%s  %-10s  %-15s  %s  by %s on %s%s%s",
                ValueFormat.stamp(row.at()),
                row.team().map(Team::name).orElse("all teams"),
                row.action(),
                row.subject(),
                row.user(),
                row.host(),
                row.login().isEmpty() ? "" : " as " + row.login(),
                row.address().isEmpty() ? "" : " from " + row.address());
        if (!row.details().isEmpty()) {
            terminal.printLine("    "
                    + new TreeMap<>(row.details())
                            .entrySet().stream()
                                    .map(detail -> detail.getKey() + ": " + detail.getValue())
                                    .collect(Collectors.joining(", ")));
        }
    }
}
