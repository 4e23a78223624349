package io.tidemark.app.cli.team;

import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.team.TeamChanges.ChangeLine;
import io.tidemark.app.cli.team.TeamCommand.TeamStoreOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.team.AccessAdmin;
import io.tidemark.app.team.AccessChange;
import io.tidemark.app.team.AccessPlace;
import io.tidemark.app.team.ClusterAccess;
import io.tidemark.app.team.RegistryAccess;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.postgres.RoleChange;
import io.tidemark.sinks.store.postgres.TeamRoleState;
import io.tidemark.sinks.store.postgres.TeamRoles;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.apache.kafka.clients.admin.Admin;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

@Command(
        name = "remove",
        description = {
            "Print what takes away all rights on a team's resources, and quotas and passwords of users without any other right.",
            "With --registry-users also rights in the registry; in a PostgreSQL --store also the team's database roles.",
            "Topics and rows stay, unless --delete-data is given.",
            "With --apply do it."
        },
        footer = {
            "  tidemark admin team remove perf",
            "  tidemark admin team remove perf --principal ana --apply",
            "  tidemark admin team remove perf --delete-data --apply"
        })
final class TeamRemoveCommand implements Runnable {
    private final CommandContext context;

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Mixin
    private final RegistryUsersOptions registry = new RegistryUsersOptions();

    @Mixin
    private final TeamStoreOptions store = new TeamStoreOptions();

    @Parameters(paramLabel = "NAME", description = "The team.")
    private String team = "";

    @Option(names = "--principal", paramLabel = "NAME", description = "Only what this principal has of the team.")
    private @Nullable String principal;

    @Option(
            names = "--delete-data",
            description =
                    "Delete the topics too, with all that is in them, and the rows in the store; but those of the audit.")
    private boolean deletesData;

    @Option(names = "--apply", description = "Take it away.")
    private boolean applies;

    @Option(names = "--json", description = "Print one JSON object, for machines.")
    private boolean json;

    TeamRemoveCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        Team owner = OptionParser.team(team);
        if (principal != null && (deletesData || store.only())) {
            throw new InvalidInputException("--delete-data and --store-only do not go together with --principal");
        }
        registry.exclude("--store-only", store.only());
        Optional<RegistryAccess> users = registry.access();
        Optional<TeamRoles> roles = principal == null ? store.roles(context) : Optional.empty();
        TeamChanges changes = new TeamChanges(context, "team remove", owner, applies, Optional.empty());
        changes.makeAndPrint(json, () -> {
            if (!store.only()) {
                onKafka(owner, changes);
            }
            users.ifPresent(there -> inRegistry(there, owner, changes));
            roles.ifPresent(there -> inStore(there, owner, changes));
        });
    }

    private void onKafka(Team owner, TeamChanges summary) {
        ClusterConnection connection = cluster.required(context.home());
        try (Admin kafka = connection.admin()) {
            AccessAdmin admin = new AccessAdmin(kafka);
            ClusterAccess there = admin.read();
            List<AccessChange> changes = changes(owner, there);
            int topics = there.topics(owner).size();
            if (applies) {
                summary.publish(connection, AccessPlace.KAFKA, changes);
                admin.apply(changes, Map.of());
            }
            int kept = deletesData ? topics - there.removalOfTopics(owner).size() : topics;
            summary.add(AccessPlace.KAFKA, ChangeLine.of(changes), kept, Map.of());
        }
    }

    private void inRegistry(RegistryAccess there, Team owner, TeamChanges summary) {
        List<AccessChange> changes = principal == null ? there.removal(owner) : there.removal(owner, principal);
        if (applies) {
            summary.publish(cluster.required(context.home()), AccessPlace.REGISTRY, changes);
            registry.apply(changes, Map.of());
        }
        summary.add(AccessPlace.REGISTRY, ChangeLine.of(changes), 0, Map.of());
    }

    private void inStore(TeamRoles there, Team owner, TeamChanges summary) {
        TeamRoleState state = there.read();
        List<RoleChange> changes = new ArrayList<>(state.removal(owner));
        if (deletesData) {
            changes.addAll(state.removalOfRows(owner));
        }
        if (applies) {
            there.apply(changes, Map.of(), owner, summary.audit(AccessPlace.STORE, ChangeLine.ofRoles(changes)));
        }
        summary.add(AccessPlace.STORE, ChangeLine.ofRoles(changes), 0, Map.of());
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
