package io.tidemark.app.cli.team;

import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.CommandGroup;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.StoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.team.AccessAdmin;
import io.tidemark.app.team.ClusterAccess;
import io.tidemark.app.team.PrincipalKind;
import io.tidemark.app.team.RegistryAccess;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.TeamLimit;
import io.tidemark.sinks.store.postgres.PostgresAddress;
import io.tidemark.sinks.store.postgres.TeamRoles;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark admin team}: teams on a cluster with an authorizer. */
@Command(
        name = "team",
        description = "Who works for a team on Kafka, and what they may do.",
        footer = {
            "  tidemark admin team add perf",
            "  tidemark admin team add perf --apply --secrets perf-secrets",
            "  tidemark admin team list",
            "  tidemark admin team show perf"
        })
public final class TeamCommand extends CommandGroup {
    public TeamCommand(CommandContext context) {
        super(context);
    }

    @Override
    protected List<Object> below() {
        return List.of(
                new TeamAddCommand(context), new TeamRemoveCommand(context), new ListCommand(), new ShowCommand());
    }

    /** Who may do what on a cluster, as its administrator sees it. */
    static ClusterAccess access(ClusterConnection cluster) {
        try (Admin kafka = cluster.admin()) {
            return new AccessAdmin(kafka).read();
        }
    }

    @Command(
            name = "list",
            description = {
                "Show the teams of a cluster, their principals and what those are.",
                "With --registry-users also their users in the registry; of a PostgreSQL --store their roles."
            },
            footer = "  tidemark admin team list --kafka broker-1:9092 --registry http://registry:8081")
    private final class ListCommand implements Runnable {
        @Mixin
        private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

        @Mixin
        private final RegistryUsersOptions registry = new RegistryUsersOptions();

        @Mixin
        private final TeamStoreOptions store = new TeamStoreOptions();

        @Option(names = "--json", description = "Print one JSON object, for machines.")
        private boolean json;

        private record Principal(String name, List<String> kinds) {}

        private record TeamLine(
                String team,
                int topics,
                List<Principal> principals,
                List<Principal> registryUsers,
                List<Principal> roles) {}

        private record Teams(List<TeamLine> teams) {}

        @Override
        public void run() {
            registry.exclude("--store-only", store.only());
            Optional<RegistryAccess> users = registry.access();
            Map<String, Map<String, Boolean>> roles =
                    store.roles(context).map(there -> there.read().byTeam()).orElse(Map.of());
            Optional<ClusterAccess> there =
                    store.only() ? Optional.empty() : Optional.of(TeamCommand.access(cluster.required(context.home())));
            Set<String> names = new TreeSet<>(roles.keySet());
            there.ifPresent(kafka -> kafka.teams().forEach(team -> names.add(team.name())));
            users.ifPresent(known -> known.teams().forEach(team -> names.add(team.name())));
            List<TeamLine> teams = names.stream()
                    .map(team -> line(there, users, new Team(team), roles.getOrDefault(team, Map.of())))
                    .toList();
            if (json) {
                context.terminal().printJson(new Teams(teams));
            } else {
                teams.forEach(this::print);
            }
        }

        private static TeamLine line(
                Optional<ClusterAccess> there, Optional<RegistryAccess> users, Team team, Map<String, Boolean> roles) {
            return new TeamLine(
                    team.name(),
                    there.map(kafka -> kafka.topics(team).size()).orElse(0),
                    principals(there.map(kafka -> kafka.principals(team)).orElse(Map.of())),
                    principals(users.map(known -> known.principals(team)).orElse(Map.of())),
                    roles.entrySet().stream()
                            .map(role -> new Principal(
                                    role.getKey(), List.of(role.getValue() ? "writes rows" : "reads rows")))
                            .toList());
        }

        private static List<Principal> principals(Map<String, List<PrincipalKind>> kinds) {
            return kinds.entrySet().stream()
                    .map(user -> new Principal(
                            user.getKey(),
                            user.getValue().stream().map(PrincipalKind::word).toList()))
                    .toList();
        }

        private void print(TeamLine line) {
            context.terminal().printFormatted("team %s: %d topics", line.team(), line.topics());
            line.principals().forEach(principal -> print(principal.name(), principal.kinds()));
            line.registryUsers().forEach(user -> print(user.name() + " of the registry", user.kinds()));
            line.roles().forEach(role -> print(role.name(), role.kinds()));
        }

        private void print(String name, List<String> kinds) {
            context.terminal()
                    .printFormatted(
                            "  %-32s %s", name, kinds.isEmpty() ? "has single rights only" : String.join(", ", kinds));
        }
    }

    @Command(
            name = "show",
            description = {
                "Show what bounds a team: the quotas of its principals, and the limits of what its producers can name.",
                "A record over a limit is a dead letter."
            },
            footer = "  tidemark admin team show perf --kafka broker-1:9092 --registry http://registry:8081")
    private final class ShowCommand implements Runnable {
        @Parameters(paramLabel = "NAME", description = "The team.")
        private String name = "";

        @Mixin
        private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

        @Option(names = "--json", description = "Print one JSON object, for machines.")
        private boolean json;

        /** @param quotas by Kafka's name of the quota, of each broker: bytes per second, or percent of a thread */
        private record LimitedPrincipal(String name, List<String> kinds, Map<String, Double> quotas) {}

        private record Limit(String id, int most, String scope, String meaning) {}

        private record Bounds(String team, int topics, List<LimitedPrincipal> principals, List<Limit> limits) {}

        @Override
        public void run() {
            Bounds bounds = bounds(OptionParser.team(name), TeamCommand.access(cluster.required(context.home())));
            if (json) {
                context.terminal().printJson(bounds);
            } else {
                print(bounds);
            }
        }

        private static Bounds bounds(Team team, ClusterAccess access) {
            if (!access.teams().contains(team)) {
                throw new InvalidInputException("team " + team.name()
                        + " has no topic and no rule on this cluster: tidemark admin team list names those that have");
            }
            List<LimitedPrincipal> principals = access.principals(team).entrySet().stream()
                    .map(user -> new LimitedPrincipal(
                            user.getKey(),
                            user.getValue().stream().map(PrincipalKind::word).toList(),
                            new TreeMap<>(access.quotas().getOrDefault(user.getKey(), Map.of()))))
                    .toList();
            List<Limit> limits = Stream.of(TeamLimit.values())
                    .map(limit ->
                            new Limit(limit.id(), limit.most(), limit.scope().description(), limit.meaning()))
                    .toList();
            return new Bounds(team.name(), access.topics(team).size(), principals, limits);
        }

        private void print(Bounds bounds) {
            context.terminal().printFormatted("team %s: %d topics", bounds.team(), bounds.topics());
            for (LimitedPrincipal principal : bounds.principals()) {
                context.terminal().printFormatted("  %-32s %s", principal.name(), String.join(", ", principal.kinds()));
                principal
                        .quotas()
                        .forEach((name, value) -> context.terminal()
                                .printFormatted("    %-30s %s", name, String.format(Locale.ROOT, "%,.0f", value)));
                if (principal.quotas().isEmpty()) {
                    context.terminal().printLine("    no quota");
                }
            }
            context.terminal().printLine("limits (over one: a dead letter OVER_LIMIT)");
            bounds.limits()
                    .forEach(limit -> context.terminal()
                            .printFormatted("  %-22s %,12d  of %s", limit.id(), limit.most(), limit.scope()));
        }
    }

    /** The store in which a team has database roles, if it has any. A file has none. */
    static final class TeamStoreOptions {
        @Mixin
        private final StoreOptions store = new StoreOptions();

        @Option(names = "--store-only", description = "Only the database roles in the PostgreSQL store; ask no Kafka.")
        private boolean only;

        /** Whether Kafka is left alone. */
        boolean only() {
            return only;
        }

        /**
         * The roles of the store that was named, as an administrator of its server; empty if none was, or it is a file.
         *
         * @throws InvalidInputException if only the store is meant, and it has no roles
         */
        Optional<TeamRoles> roles(CommandContext context) {
            Optional<PostgresAddress> server = store.givenServer(context);
            if (only && server.isEmpty()) {
                throw new InvalidInputException("--store-only needs --store jdbc:postgresql://HOST/DATABASE?user=NAME"
                        + store.given(context)
                                .map(place -> " but --store is " + place.text())
                                .orElse(""));
            }
            return server.map(address -> context.resources().register(TeamRoles.open(address)));
        }
    }
}
