package io.tidemark.app.cli.team;

import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.team.ClusterAccess;
import io.tidemark.app.team.PrincipalKind;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.format.RecordJson;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.TeamLimit;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Stream;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark admin team show}: what bounds a team. */
@Command(
        name = "show",
        mixinStandardHelpOptions = true,
        description = {
            "Show what bounds a team: the quotas of its principals, and the limits of what its producers can name.",
            "A record over a limit is a dead letter."
        },
        footerHeading = "%nExamples:%n",
        footer = "  tidemark admin team show perf --kafka broker-1:9092 --registry http://registry:8081")
final class TeamShowCommand implements Runnable {
    private final CommandContext context;

    @Parameters(paramLabel = "NAME", description = "The team.")
    private String name = "";

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    @Option(names = "--json", description = "Print one JSON object, for machines.")
    private boolean json;

    TeamShowCommand(CommandContext context) {
        this.context = context;
    }

    /** @param quotas by Kafka's name of the quota, of each broker: bytes per second, or percent of a thread */
    private record Principal(String name, List<String> kinds, Map<String, Double> quotas) {}

    private record Limit(String id, int most, String scope, String meaning) {}

    private record Bounds(String team, int topics, List<Principal> principals, List<Limit> limits) {}

    @Override
    public void run() {
        Bounds bounds = bounds(OptionParser.team(name), TeamCommand.access(cluster.required(context.home())));
        if (json) {
            context.terminal().printLine(RecordJson.of(bounds).toString());
        } else {
            print(bounds);
        }
    }

    private static Bounds bounds(Team team, ClusterAccess access) {
        if (!access.teams().contains(team)) {
            throw new InvalidInputException("team " + team.name()
                    + " has no topic and no rule on this cluster: tidemark admin team list names those that have");
        }
        List<Principal> principals = access.principals(team).entrySet().stream()
                .map(user -> new Principal(
                        user.getKey(),
                        user.getValue().stream().map(PrincipalKind::word).toList(),
                        new TreeMap<>(access.quotas().getOrDefault(user.getKey(), Map.of()))))
                .toList();
        List<Limit> limits = Stream.of(TeamLimit.values())
                .map(limit -> new Limit(limit.id(), limit.most(), limit.scope().description(), limit.meaning()))
                .toList();
        return new Bounds(team.name(), access.topics(team).size(), principals, limits);
    }

    private void print(Bounds bounds) {
        context.terminal().printFormatted("team %s: %d topics", bounds.team(), bounds.topics());
        for (Principal principal : bounds.principals()) {
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
