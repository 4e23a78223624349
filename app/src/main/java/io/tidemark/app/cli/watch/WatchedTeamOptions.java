package io.tidemark.app.cli.watch;

import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.watch.WatchHistoryReader;
import io.tidemark.events.WatchActivity;
import io.tidemark.events.WatchState;
import io.tidemark.schemas.Team;
import java.util.List;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** Whose watched plans are looked at, and on which cluster. */
final class WatchedTeamOptions {
    @Option(names = "--team", paramLabel = "NAME", description = "Team of the plans. Default: ${DEFAULT-VALUE}")
    private String team = "default";

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    Team team() {
        return OptionParser.team(team);
    }

    /** The cluster, which has the team. */
    ClusterConnection connection(CommandContext context) {
        ClusterConnection connection = cluster.required(context.home());
        connection.requireReadyFor(team());
        return connection;
    }

    /** The states of the team's plans that are watched still, by name. */
    List<WatchState> watched(ClusterConnection connection) {
        return new WatchHistoryReader(connection, team())
                .read().states().values().stream()
                        .filter(state -> state.getActivity() != WatchActivity.ENDED)
                        .toList();
    }
}
