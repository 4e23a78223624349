package io.tidemark.app.cli.team;

import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.process.CommandContext;
import io.tidemark.app.team.AccessAdmin;
import io.tidemark.app.team.ClusterAccess;
import io.tidemark.app.team.PrincipalKind;
import io.tidemark.reports.exit.ExitCode;
import io.tidemark.reports.format.RecordJson;
import io.tidemark.schemas.Team;
import java.util.List;
import java.util.concurrent.Callable;
import org.apache.kafka.clients.admin.Admin;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark admin team list}: teams of a cluster and who works for them. */
@Command(
        name = "list",
        mixinStandardHelpOptions = true,
        description = "Show the teams of a cluster, their principals and what those are.",
        footerHeading = "%nExamples:%n",
        footer = "  tidemark admin team list --kafka broker-1:9092 --registry http://registry:8081")
final class TeamListCommand implements Callable<Integer> {
    private final CommandContext surroundings;

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Option(names = "--json", description = "Print one JSON object, for machines.")
    private boolean json;

    TeamListCommand(CommandContext surroundings) {
        this.surroundings = surroundings;
    }

    private record Principal(String name, List<String> kinds) {}

    private record TeamLine(String team, int topics, List<Principal> principals) {}

    private record Teams(List<TeamLine> teams) {}

    @Override
    public Integer call() {
        ClusterAccess there;
        try (Admin kafka = cluster.required(surroundings.home()).admin()) {
            there = new AccessAdmin(kafka).read();
        }
        List<TeamLine> teams =
                there.teams().stream().map(team -> line(there, team)).toList();
        if (json) {
            surroundings.terminal().printLine(RecordJson.of(new Teams(teams)).toString());
        } else {
            teams.forEach(this::print);
        }
        return ExitCode.OK.code();
    }

    private static TeamLine line(ClusterAccess there, Team team) {
        List<Principal> principals = there.principals(team).entrySet().stream()
                .map(user -> new Principal(
                        user.getKey(),
                        user.getValue().stream().map(PrincipalKind::word).toList()))
                .toList();
        return new TeamLine(team.name(), there.removalOfTopics(team).size(), principals);
    }

    private void print(TeamLine line) {
        surroundings.terminal().printFormatted("team %s: %d topics", line.team(), line.topics());
        line.principals()
                .forEach(principal -> surroundings
                        .terminal()
                        .printFormatted(
                                "  %-32s %s",
                                principal.name(),
                                principal.kinds().isEmpty()
                                        ? "has single rights only"
                                        : String.join(", ", principal.kinds())));
    }
}
