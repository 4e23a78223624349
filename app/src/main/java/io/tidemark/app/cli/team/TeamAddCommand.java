package io.tidemark.app.cli.team;

import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.process.CommandContext;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.team.AccessAdmin;
import io.tidemark.app.team.AccessChange;
import io.tidemark.app.team.KafkaToolCommands;
import io.tidemark.app.team.NewPasswords;
import io.tidemark.app.team.NewPasswords.Place;
import io.tidemark.app.team.RegistryAccess;
import io.tidemark.app.team.TeamAccess;
import io.tidemark.cluster.registry.access.RegistryUsers;
import io.tidemark.reports.exit.CommandException;
import io.tidemark.reports.exit.ExitCode;
import io.tidemark.schemas.kafka.TopicBootstrap;
import io.tidemark.schemas.serde.SchemaRegistry;
import java.io.IOException;
import java.nio.file.Path;
import java.security.SecureRandom;
import java.util.List;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark admin team add}: says what of a team is missing on a cluster, and makes it. */
@Command(
        name = "add",
        mixinStandardHelpOptions = true,
        description = {
            "Print what of a team is missing on Kafka: topics, users, ACLs, quotas; with --registry-users in the registry too.",
            "With --apply make it; a second time changes nothing."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark admin team add perf --apply --secrets perf-secrets",
            "  tidemark admin team add perf --auth oauth --producer ci --reader 'ci;ana' --service perf",
            "  tidemark admin team add perf --commands > perf.sh"
        })
final class TeamAddCommand implements Callable<Integer> {
    private static final int REPLICATION = 3;

    private final CommandContext surroundings;

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Mixin
    private final TeamAccessOptions wanted = new TeamAccessOptions();

    @Mixin
    private final RegistryUsersOptions registry = new RegistryUsersOptions();

    @Parameters(paramLabel = "NAME", description = "The team.")
    private String team = "";

    @Option(names = "--partitions", description = "Of each topic; cannot be changed later. Default: 4")
    private @Nullable Integer partitions;

    @Option(names = "--replication", description = "Copies of each partition. Default: 3, or as many as brokers")
    private @Nullable Short replication;

    @Option(names = "--apply", description = "Make what is missing.")
    private boolean applies;

    @Option(
            names = "--secrets",
            paramLabel = "FOLDER",
            description = "Write passwords to files for --kafka-config. Default: print them")
    private @Nullable Path secretsFolder;

    @Option(names = "--commands", description = "Print a script of Kafka's tools; ask no cluster.")
    private boolean asCommands;

    @Option(names = "--json", description = "Print one JSON object, for machines.")
    private boolean json;

    TeamAddCommand(CommandContext surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        TeamAccess access = wanted.access(OptionParser.team(team));
        if (asCommands && registry.isGiven()) {
            throw CommandException.usage("--commands does not go together with --registry-users");
        }
        if (asCommands) {
            new KafkaToolCommands(access, partitions(), replication == null ? REPLICATION : replication)
                    .lines()
                    .forEach(surroundings.terminal()::printLine);
            return ExitCode.OK.code();
        }
        ClusterConnection connection = cluster.required(surroundings.home());
        try (Admin kafka = connection.admin()) {
            AccessAdmin admin = new AccessAdmin(kafka);
            List<AccessChange> onKafka = access.missing(admin.read());
            List<AccessChange> inRegistry = registry.changes(there -> there.missing(access.principals()));
            List<AccessChange> changes =
                    Stream.concat(onKafka.stream(), inRegistry.stream()).toList();
            int unchanged = access.size() + sizeInRegistry(access) - changes.size();
            ChangePrinter printer = new ChangePrinter(surroundings.terminal(), access.team(), json);
            if (!applies) {
                printer.proposed(changes, unchanged);
                return ExitCode.OK.code();
            }
            SecureRandom random = new SecureRandom();
            NewPasswords kafkas = NewPasswords.of(Place.KAFKA, changes, random);
            NewPasswords registrys = NewPasswords.of(Place.REGISTRY, changes, random);
            Optional<Path> folder = Optional.ofNullable(secretsFolder);
            folder.ifPresent(place -> write(kafkas, place));
            folder.ifPresent(place -> write(registrys, place));
            makeTopics(kafka, connection, access);
            admin.apply(onKafka, kafkas.passwords());
            registry.apply(inRegistry, registrys.passwords());
            printer.made(changes, unchanged, new ChangePrinter.Secrets(List.of(kafkas, registrys), folder));
        }
        return ExitCode.OK.code();
    }

    private int sizeInRegistry(TeamAccess access) {
        return registry.isGiven()
                ? new RegistryAccess(RegistryUsers.NONE)
                        .missing(access.principals())
                        .size()
                : 0;
    }

    private void makeTopics(Admin kafka, ClusterConnection connection, TeamAccess access) {
        TopicBootstrap topics = new TopicBootstrap(kafka, SchemaRegistry.connect(connection.registry()));
        var unused = topics.complete(
                access.team(), partitions(), replication == null ? topics.defaultReplication() : replication);
    }

    private int partitions() {
        return partitions == null ? cluster.defaultPartitions() : partitions;
    }

    /** Before they hold anywhere: a password that nobody has could not be given to anybody. */
    private static void write(NewPasswords secrets, Path folder) {
        try {
            var unused = secrets.write(folder);
        } catch (IOException e) {
            throw CommandException.usage("--secrets " + folder + ": " + e.getMessage() + "; nothing was changed");
        }
    }
}
