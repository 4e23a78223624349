package io.tidemark.app.cli.team;

import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.process.CommandContext;
import io.tidemark.app.team.AccessAdmin;
import io.tidemark.app.team.AccessChange;
import io.tidemark.app.team.ClusterAccess;
import io.tidemark.reports.exit.CommandException;
import io.tidemark.reports.exit.ExitCode;
import io.tidemark.schemas.Team;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.stream.Stream;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark admin team remove}: takes away who works for a team, and its topics if that is asked for. */
@Command(
        name = "remove",
        mixinStandardHelpOptions = true,
        description = {
            "Print what takes away all rights on a team's resources, and quotas and passwords of users without any other right.",
            "Topics stay, unless --delete-data is given. With --apply do it."
        },
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark admin team remove perf",
            "  tidemark admin team remove perf --principal ana --apply",
            "  tidemark admin team remove perf --delete-data --apply"
        })
final class TeamRemoveCommand implements Callable<Integer> {
    private final CommandContext surroundings;

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Mixin
    private final RegistryUsersOptions registry = new RegistryUsersOptions();

    @Parameters(paramLabel = "NAME", description = "The team.")
    private String team = "";

    @Option(names = "--principal", paramLabel = "NAME", description = "Only what this principal has of the team.")
    private @Nullable String principal;

    @Option(names = "--delete-data", description = "Delete the topics too, with all that is in them.")
    private boolean deletesData;

    @Option(names = "--apply", description = "Take it away.")
    private boolean applies;

    @Option(names = "--json", description = "Print one JSON object, for machines.")
    private boolean json;

    TeamRemoveCommand(CommandContext surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Team owner = OptionParser.team(team);
        if (deletesData && principal != null) {
            throw CommandException.usage("--delete-data does not go together with --principal");
        }
        try (Admin kafka = cluster.required(surroundings.home()).admin()) {
            AccessAdmin admin = new AccessAdmin(kafka);
            ClusterAccess there = admin.read();
            List<AccessChange> inRegistry = registry.changes(
                    users -> principal == null ? users.removal(owner) : users.removal(owner, principal));
            List<AccessChange> onKafka = changes(owner, there);
            List<AccessChange> changes =
                    Stream.concat(onKafka.stream(), inRegistry.stream()).toList();
            int topics = there.removalOfTopics(owner).size();
            int kept = deletesData ? 0 : topics;
            ChangePrinter printer = new ChangePrinter(surroundings.terminal(), owner, json);
            if (!applies) {
                printer.proposed(changes, kept);
                return ExitCode.OK.code();
            }
            admin.apply(onKafka, Map.of());
            registry.apply(inRegistry, Map.of());
            printer.made(changes, kept, ChangePrinter.Secrets.NONE);
        }
        return ExitCode.OK.code();
    }

    private List<AccessChange> changes(Team owner, ClusterAccess there) {
        if (principal != null) {
            return there.removal(owner, principal);
        }
        List<AccessChange> changes = new ArrayList<>(there.removal(owner));
        if (deletesData) {
            changes.addAll(there.removalOfTopics(owner));
        }
        return changes;
    }
}
