package io.tidemark.app.cli.operate;

import com.fasterxml.jackson.databind.node.ObjectNode;
import io.tidemark.app.cli.exit.ExitCode;
import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.CommandGroup;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.SpoolOptions;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.team.TeamCommand;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.cli.terminal.Terminal;
import io.tidemark.app.delivery.SpoolPublication;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.producer.publish.SpoolReplayer;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.reports.format.RecordJson;
import io.tidemark.reports.format.ValueFormat;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.read.AuditQuery;
import io.tidemark.sinks.store.read.AuditRow;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark admin}: topics, teams, access tokens, the audit, the result store and spools. */
@Command(
        name = "admin",
        description = "Manage topics, teams, tokens, the audit, the store and spools.",
        footer = {
            "  tidemark admin topics create --team perf",
            "  tidemark admin team add perf --apply --secrets perf-secrets",
            "  tidemark admin store prune --experiment h200 --older-than 30d --dry-run"
        })
public final class AdminCommand extends CommandGroup {
    public AdminCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected List<Object> below() {
        return List.of(
                new TopicsCommand(context),
                new TeamCommand(context),
                new TokenCommand(context),
                new AuditCommand(context),
                new StoreCommand(context),
                new SpoolCommand(context));
    }

    /** {@code tidemark admin audit}: who changed what. */
    @Command(
            name = "audit",
            description = "Who changed objectives, mutes, baselines, retention, runs, teams and tokens.",
            footer = "  tidemark admin audit list --team perf --since 7d")
    static final class AuditCommand extends CommandGroup {
        AuditCommand(CommandContext context) {
            super(context);
        }

        @Command(
                name = "list",
                mixinStandardHelpOptions = true,
                description = {
                    "List changes that a store knows, newest first: when, what, by whom and from where.",
                    "Changes on Kafka (slo, team) are there once the team's sink has stored them."
                },
                footer = {"  tidemark admin audit list", "  tidemark admin audit list --team perf --since 90d --json"})
        void list(
                @Option(
                                names = "--team",
                                paramLabel = "NAME",
                                description = "Only those of this team. Default: all teams.")
                        @Nullable
                        String team,
                @Option(
                                names = "--since",
                                paramLabel = "TIME",
                                defaultValue = "30d",
                                description = "How far back. Default: 30d")
                        Duration age,
                @Option(
                                names = "--limit",
                                paramLabel = "N",
                                defaultValue = "1000",
                                description = "So many at most. Default: ${DEFAULT-VALUE}.")
                        int limit,
                @Option(names = "--json", description = "Print one JSON object, for machines.") boolean json,
                @Mixin StoreOptions store) {
            AuditQuery query = OptionParser.parse(
                    "--",
                    () -> new AuditQuery(
                            Optional.ofNullable(team).map(OptionParser::team),
                            context.wallClock().instant().minus(age),
                            limit));
            List<AuditRow> rows = store.open(context).audit(query);
            Terminal terminal = context.terminal();
            if (json) {
                terminal.printJson(
                        Map.of("changes", rows.stream().map(AuditCommand::json).toList()));
                return;
            }
            if (rows.isEmpty()) {
                terminal.printLine("no changes since " + ValueFormat.stamp(query.since()));
            }
            rows.forEach(row -> print(terminal, row));
        }

        private static ObjectNode json(AuditRow row) {
            return RecordJson.object(row).put("team", row.team().map(Team::name).orElse(null));
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

    @Command(
            name = "spool",
            description = "Events that runs left on disk.",
            footer = {"  tidemark admin spool publish", "  tidemark admin spool publish tidemark/spool/RUN-LANE"})
    static final class SpoolCommand extends CommandGroup {
        SpoolCommand(CommandContext context) {
            super(context);
        }

        @Command(
                name = "publish",
                mixinStandardHelpOptions = true,
                description = {
                    "Publish the events that runs left on disk because Kafka was unavailable at their end.",
                    "Use the cluster and registry of the run: events carry the registry's schema ids."
                },
                footer = {"  tidemark admin spool publish", "  tidemark admin spool publish tidemark/spool/RUN-LANE"})
        int publish(
                @Mixin ClusterConnectionOptions cluster,
                @Parameters(
                                arity = "0..1",
                                paramLabel = "DIR",
                                description = "A run's spool, or a folder of them. Default: <home>/spool.")
                        @Nullable
                        Path folder) {
            Path asked = folder == null ? SpoolOptions.inHome(context.home()) : folder;
            List<Path> spools = spools(asked);
            if (spools.isEmpty()) {
                context.terminal().printLine("no events wait in " + asked);
                return ExitCode.OK.code();
            }
            ClusterConnection connection = cluster.required(context.home());
            SpoolPublication publication = new SpoolPublication(context, connection, connection.clusterId());
            publication.requireOrigin(spools);
            boolean all = true;
            for (Path spool : spools) {
                all &= publish(publication, spool);
            }
            return (all ? ExitCode.OK : ExitCode.INFRASTRUCTURE).code();
        }

        private boolean publish(SpoolPublication publication, Path spool) {
            try {
                SpoolReplayer.ReplayResult outcome = publication.publish(spool);
                context.terminal().printFormatted("%s: %d events published", spool, outcome.published());
                return outcome.remaining() == 0;
            } catch (IOException e) {
                throw new UnavailableException(String.valueOf(e.getMessage()), e);
            }
        }

        private static List<Path> spools(Path folder) {
            if (!Files.isDirectory(folder)) {
                return List.of();
            }
            if (SpoolReplayer.isSpool(folder)) {
                return List.of(folder);
            }
            try (Stream<Path> inside = Files.list(folder)) {
                return inside.filter(SpoolReplayer::isSpool).sorted().toList();
            } catch (IOException e) {
                throw new UnavailableException("cannot list " + folder + ": " + e.getMessage(), e);
            }
        }
    }
}
