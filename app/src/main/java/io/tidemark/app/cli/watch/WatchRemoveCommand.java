package io.tidemark.app.cli.watch;

import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.app.stack.ControlPublisher;
import io.tidemark.events.WatchActivity;
import io.tidemark.events.WatchState;
import io.tidemark.events.WatchVerdict;
import io.tidemark.reports.failure.InvalidInputException;
import java.util.List;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
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
final class WatchRemoveCommand implements Runnable {
    private final CommandContext context;

    @Parameters(arity = "1", paramLabel = "NAME", description = "Name of the watched plan.")
    private String name = "";

    @Mixin
    private final WatchedTeamOptions plans = new WatchedTeamOptions();

    WatchRemoveCommand(CommandContext context) {
        this.context = context;
    }

    @Override
    public void run() {
        ClusterConnection connection = plans.connection(context);
        List<WatchState> watched = plans.watched(connection);
        WatchState state = watched.stream()
                .filter(one -> one.getWatch().equals(name))
                .findFirst()
                .orElseThrow(() ->
                        new InvalidInputException("NAME must be a watched plan of team " + plans.team() + ", one of "
                                + watched.stream().map(WatchState::getWatch).toList() + ", but was " + name));
        WatchState ended = WatchState.newBuilder(state)
                .setActivity(WatchActivity.ENDED)
                .setDescription("")
                .setNextDue(null)
                .setVerdict(WatchVerdict.UNKNOWN)
                .setSuspectRun("")
                .setSuspectSince(null)
                .setConfirmingRuns(List.of())
                .setEvidence("")
                .build();
        new ControlPublisher(context, connection, plans.team())
                .publish(List.of(ended), context.wallClock().instant());
        context.terminal().printLine(name + " is watched no more");
    }
}
