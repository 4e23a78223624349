package io.tidemark.app.cli.watch;

import io.tidemark.app.cli.shared.ClusterConnectionOptions;
import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.app.process.CommandContext;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.stack.ControlPublisher;
import io.tidemark.app.watch.WatchHistoryReader;
import io.tidemark.events.WatchActivity;
import io.tidemark.events.WatchState;
import io.tidemark.events.WatchVerdict;
import io.tidemark.reports.exit.CommandException;
import io.tidemark.reports.exit.ExitCode;
import io.tidemark.schemas.Team;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;
import picocli.CommandLine.Parameters;

/** {@code tidemark watch remove}: a plan that was taken out of its file is watched no more, and its alerts end. */
@Command(
        name = "remove",
        mixinStandardHelpOptions = true,
        description = {
            "Forget a watched plan after you took it out of its file.",
            "Its alerts are resolved, and status shows it no more. Its runs are kept."
        },
        footerHeading = "%nExamples:%n",
        footer = "  tidemark watch remove nightly")
final class WatchRemoveCommand implements Callable<Integer> {
    private final CommandContext surroundings;

    @Parameters(arity = "1", paramLabel = "NAME", description = "Name of the watched plan.")
    private String name = "";

    @Option(names = "--team", paramLabel = "NAME", description = "Team of the plan. Default: ${DEFAULT-VALUE}")
    private String team = "default";

    @Mixin
    private final ClusterConnectionOptions cluster = new ClusterConnectionOptions();

    WatchRemoveCommand(CommandContext surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() {
        Team owner = OptionParser.team(team);
        ClusterConnection connection = cluster.required(surroundings.home());
        connection.requireReadyFor(owner);
        Map<String, WatchState> states =
                new WatchHistoryReader(connection, owner).read().states();
        WatchState state = states.get(name);
        if (state == null || state.getActivity() == WatchActivity.ENDED) {
            throw CommandException.usage("NAME must be a watched plan of team " + owner + ", one of "
                    + states.values().stream()
                            .filter(one -> one.getActivity() != WatchActivity.ENDED)
                            .map(WatchState::getWatch)
                            .toList()
                    + ", but was " + name);
        }
        WatchState ended = WatchState.newBuilder(state)
                .setActivity(WatchActivity.ENDED)
                .setWords("")
                .setNextDue(null)
                .setVerdict(WatchVerdict.UNKNOWN)
                .setSuspectRun("")
                .setSuspectSince(null)
                .setConfirmingRuns(List.of())
                .setEvidence("")
                .build();
        new ControlPublisher(surroundings, connection, owner)
                .publish(List.of(ended), surroundings.wallClock().instant());
        surroundings.terminal().printLine(name + " is watched no more");
        return ExitCode.OK.code();
    }
}
