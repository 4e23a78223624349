package io.tidemark.app.cli.team;

import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.team.ClusterAccess;
import io.tidemark.app.team.PrincipalKind;
import io.tidemark.app.team.RegistryAccess;
import io.tidemark.reports.format.RecordJson;
import io.tidemark.schemas.Team;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark admin team list}: teams of a cluster and who works for them. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = {
            "Show the teams of a cluster, their principals and what those are.",
            "With --registry-users also their users in the registry; of a PostgreSQL --store their roles."
        },
        footerHeading = "%nExamples:%n",
        footer = "  tidemark admin team list --kafka broker-1:9092 --registry http://registry:8081")
final class TeamListCommand implements Runnable {
    private final CommandContext context;

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Mixin
    private final RegistryUsersOptions registry = new RegistryUsersOptions();

    @Mixin
    private final TeamStoreOptions store = new TeamStoreOptions();

    @Option(names = "--json", description = "Print one JSON object, for machines.")
    private boolean json;

    TeamListCommand(CommandContext context) {
        this.context = context;
    }

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
            context.terminal().printLine(RecordJson.of(new Teams(teams)).toString());
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
                        .map(role ->
                                new Principal(role.getKey(), List.of(role.getValue() ? "writes rows" : "reads rows")))
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
