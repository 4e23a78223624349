package io.tidemark.app.cli.team;

import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.shared.ReplicationOption;
import io.tidemark.app.cli.team.TeamChanges.ChangeLine;
import io.tidemark.app.cli.team.TeamCommand.TeamStoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.team.AccessAdmin;
import io.tidemark.app.team.AccessChange;
import io.tidemark.app.team.AccessPlace;
import io.tidemark.app.team.Authentication;
import io.tidemark.app.team.KafkaToolCommands;
import io.tidemark.app.team.NewPasswords;
import io.tidemark.app.team.PrincipalKind;
import io.tidemark.app.team.RegistryAccess;
import io.tidemark.app.team.StrimziResources;
import io.tidemark.app.team.TeamAccess;
import io.tidemark.app.team.TeamPrincipals;
import io.tidemark.app.team.UserQuota;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.kafka.TopicBootstrap;
import io.tidemark.sinks.store.postgres.RoleChange;
import io.tidemark.sinks.store.postgres.TeamRoleState;
import io.tidemark.sinks.store.postgres.TeamRoles;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.Set;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "add",
        description = {
            "Print what of a team is missing on Kafka: topics, users, ACLs, quotas; in --registry-users: users and rights;"
                    + " in a PostgreSQL --store: database roles.",
            "With --apply make it; a second time changes nothing."
        },
        footer = {
            "  tidemark admin team add perf --apply --secrets perf-secrets",
            "  tidemark admin team add perf --auth oauth --producer ci --reader 'ci;ana' --service perf",
            "  tidemark admin team add perf --commands > perf.sh",
            "  tidemark admin team add perf --strimzi kafka > perf.yaml",
            "  tidemark admin team add perf --store-only --store 'jdbc:postgresql://db/tidemark?user=admin' --commands"
        })
final class TeamAddCommand implements Runnable {
    private final CommandContext context;

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Mixin
    private final TeamAccessOptions wanted = new TeamAccessOptions();

    @Mixin
    private final RegistryUsersOptions registry = new RegistryUsersOptions();

    @Mixin
    private final TeamStoreOptions store = new TeamStoreOptions();

    @Parameters(paramLabel = "NAME", description = "The team.")
    private String team = "";

    @Option(names = "--partitions", description = "Of each topic; cannot be changed later. Default: 4")
    private @Nullable Integer partitions;

    @Mixin
    private final ReplicationOption replication = new ReplicationOption();

    @Option(names = "--apply", description = "Make what is missing.")
    private boolean applies;

    @Option(names = "--secrets", paramLabel = "FOLDER", description = "Write passwords to files. Default: print them")
    private @Nullable Path secretsFolder;

    @Option(
            names = "--commands",
            description = "Print a script of Kafka's tools, with --store-only of psql; ask no cluster.")
    private boolean asCommands;

    @Option(
            names = "--strimzi",
            paramLabel = "CLUSTER",
            description = "Print KafkaTopic and KafkaUser of Strimzi's cluster of that name; ask no cluster.")
    private @Nullable String strimziCluster;

    @Option(names = "--json", description = "Print one JSON object, for machines.")
    private boolean json;

    TeamAddCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        TeamAccess access = wanted.access(OptionParser.team(team));
        var unused = replication.given();
        registry.exclude("--commands", asCommands);
        registry.exclude("--store-only", store.only());
        if (strimziCluster != null) {
            printStrimzi(strimziCluster, access);
            return;
        }
        if (asCommands && !store.only()) {
            new KafkaToolCommands(access, partitions(), replication.given())
                    .lines()
                    .forEach(context.terminal()::printLine);
            return;
        }
        Optional<TeamRoles> roles = store.roles(context);
        roles.ifPresent(there -> requireClosed(there.read()));
        if (asCommands) {
            printSql(roles.orElseThrow().read().missing(access.team()));
            return;
        }
        Optional<RegistryAccess> users = registry.access();
        TeamChanges changes =
                new TeamChanges(context, "team add", access.team(), applies, Optional.ofNullable(secretsFolder));
        changes.makeAndPrint(json, () -> {
            if (!store.only()) {
                onKafka(access, changes);
            }
            users.ifPresent(there -> inRegistry(there, access, changes));
            roles.ifPresent(there -> inStore(there, access.team(), changes));
        });
    }

    /** The functions of the store's owner run with its rights, and find those of the schema: another user's function there would have these rights too. */
    private static void requireClosed(TeamRoleState there) {
        if (there.openToAll()) {
            throw new InvalidInputException("the schema " + there.schema() + " of --store lets every login of database "
                    + there.database() + " make functions in it, which the store's owner would run; first: "
                    + "REVOKE CREATE ON SCHEMA " + there.schema() + " FROM PUBLIC");
        }
    }

    private void printStrimzi(String of, TeamAccess access) {
        registry.exclude("--strimzi", true);
        if (asCommands || applies || json || store.only()) {
            throw new InvalidInputException(
                    "--strimzi does not go together with --commands, --apply, --json and --store-only: it prints documents only");
        }
        OptionParser.parse(
                        "--strimzi: ",
                        () -> new StrimziResources(of, access, partitions(), replication.given()).lines())
                .forEach(context.terminal()::printLine);
    }

    private void onKafka(TeamAccess access, TeamChanges summary) {
        ClusterConnection connection = cluster.required(context.home());
        try (Admin kafka = connection.admin()) {
            AccessAdmin admin = new AccessAdmin(kafka);
            List<AccessChange> changes = access.missing(admin.read());
            int unchanged = access.size() - changes.size();
            if (!applies) {
                summary.add(AccessPlace.KAFKA, ChangeLine.of(changes), unchanged, Map.of());
                if (changes.stream().anyMatch(AccessChange.OfTopic.class::isInstance)) {
                    summary.replication("topics to make get " + replication.planned(kafka));
                }
                return;
            }
            NewPasswords secrets = NewPasswords.onKafka(changes, new SecureRandom());
            write(secrets);
            List<String> topics = makeTopics(kafka, connection, access);
            if (!topics.isEmpty()) {
                summary.replication("new topics have " + replication.made(kafka, topics));
            }
            summary.publish(connection, AccessPlace.KAFKA, changes);
            admin.apply(changes, secrets.passwords());
            summary.add(AccessPlace.KAFKA, ChangeLine.of(changes), unchanged, secrets.passwords());
        }
    }

    private void inRegistry(RegistryAccess there, TeamAccess access, TeamChanges summary) {
        List<AccessChange> changes = there.missing(access.principals());
        int unchanged = RegistryAccess.size(access.principals()) - changes.size();
        if (!applies) {
            summary.add(AccessPlace.REGISTRY, ChangeLine.of(changes), unchanged, Map.of());
            return;
        }
        NewPasswords secrets = NewPasswords.inRegistry(changes, new SecureRandom());
        write(secrets);
        summary.publish(cluster.required(context.home()), AccessPlace.REGISTRY, changes);
        registry.apply(changes, secrets.passwords());
        summary.add(AccessPlace.REGISTRY, ChangeLine.of(changes), unchanged, secrets.passwords());
    }

    private void inStore(TeamRoles there, Team owner, TeamChanges summary) {
        TeamRoleState state = there.read();
        List<RoleChange> changes = state.missing(owner);
        int unchanged = state.size() - changes.size();
        if (!applies) {
            summary.add(AccessPlace.STORE, ChangeLine.ofRoles(changes), unchanged, Map.of());
            return;
        }
        NewPasswords secrets = NewPasswords.inStore(changes, new SecureRandom());
        write(secrets);
        List<ChangeLine> lines = ChangeLine.ofRoles(changes);
        there.apply(changes, secrets.passwords(), owner, summary.audit(AccessPlace.STORE, lines));
        summary.add(AccessPlace.STORE, lines, unchanged, secrets.passwords());
    }

    /** For psql; it asks for passwords, so that they stand in no file. */
    private void printSql(List<RoleChange> changes) {
        context.terminal().printLine("BEGIN;");
        changes.stream()
                .flatMap(change -> change.sql().stream())
                .forEach(sql -> context.terminal().printLine(sql.strip().endsWith(";") ? sql : sql + ";"));
        context.terminal().printLine("COMMIT;");
        changes.stream()
                .filter(RoleChange::makesRole)
                .forEach(change -> context.terminal().printLine("\\password " + change.name()));
    }

    private List<String> makeTopics(Admin kafka, ClusterConnection connection, TeamAccess access) {
        return new TopicBootstrap(kafka, connection.schemas())
                .complete(access.team(), partitions(), replication.given());
    }

    private int partitions() {
        return partitions == null ? cluster.defaultPartitions() : partitions;
    }

    /** Writes the passwords before they hold: a password that cannot be written could not be handed out. */
    private void write(NewPasswords secrets) {
        if (secretsFolder == null) {
            return;
        }
        try {
            var unused = secrets.write(secretsFolder);
        } catch (IOException e) {
            throw new InvalidInputException("--secrets " + secretsFolder + ": " + e.getMessage()
                    + "; nothing was changed " + secrets.place().where());
        }
    }

    /** Who is to work for a team, how Kafka knows them, and what they may take. */
    private static final class TeamAccessOptions {
        @Option(
                names = "--auth",
                defaultValue = "scram",
                description = "scram, oauth or mtls. With scram, passwords are made. Default: scram")
        private String auth = "scram";

        @Option(
                names = "--principal-prefix",
                paramLabel = "TEXT",
                description = "Principals are called by it and their kind, such as perf-reader. Default: the team and a"
                        + " dash; with mtls after CN=")
        private @Nullable String prefix;

        @Option(
                names = "--producer",
                split = ";",
                paramLabel = "NAME",
                description = "Principals that write inputs, separated by ;. In place of the prefix.")
        private Set<String> producers = Set.of();

        @Option(names = "--reader", split = ";", paramLabel = "NAME", description = "Principals that read.")
        private Set<String> readers = Set.of();

        @Option(
                names = "--service",
                split = ";",
                paramLabel = "NAME",
                description = "Principals that run streams, sink and alerts.")
        private Set<String> services = Set.of();

        @Option(
                names = "--produce-quota",
                paramLabel = "SIZE",
                description = "Bytes per second and broker of each principal. Default: 20MiB, or as it is")
        private @Nullable String produce;

        @Option(
                names = "--fetch-quota",
                paramLabel = "SIZE",
                description = "The same to read. Default: 40MiB, or as it is")
        private @Nullable String fetch;

        @Option(
                names = "--request-quota",
                paramLabel = "PERCENT",
                description = "Of one broker thread. Default: 100, or as it is")
        private @Nullable Long request;

        /** @throws OperationException naming the option that cannot be */
        TeamAccess access(Team team) {
            Authentication authentication = OptionParser.parse("--auth: ", this::authentication);
            return OptionParser.parse(
                    "",
                    () -> new TeamAccess(
                            principals(team, authentication),
                            authentication,
                            new UserQuota(
                                    size("--produce-quota", produce),
                                    size("--fetch-quota", fetch),
                                    request == null ? OptionalLong.empty() : OptionalLong.of(request))));
        }

        private Authentication authentication() {
            for (Authentication known : Authentication.values()) {
                if (known.word().equals(auth)) {
                    return known;
                }
            }
            throw new IllegalArgumentException("must be scram, oauth or mtls but was " + auth);
        }

        private TeamPrincipals principals(Team team, Authentication authentication) {
            if (producers.isEmpty() && readers.isEmpty() && services.isEmpty()) {
                return TeamPrincipals.prefixed(team, prefix == null ? authentication.prefix(team.name()) : prefix);
            }
            if (prefix != null) {
                throw new IllegalArgumentException(
                        "--principal-prefix does not go together with --producer, --reader and --service");
            }
            return new TeamPrincipals(
                    team,
                    Map.of(
                            PrincipalKind.PRODUCER,
                            producers,
                            PrincipalKind.READER,
                            readers,
                            PrincipalKind.SERVICE,
                            services));
        }

        private static OptionalLong size(String option, @Nullable String text) {
            return text == null ? OptionalLong.empty() : OptionalLong.of(OptionParser.size(option, text));
        }
    }
}
