package io.tidemark.app.cli.console;

import io.tidemark.app.cli.terminal.CommandContext;
import io.tidemark.app.process.ProcessName;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.console.change.Changes;
import io.tidemark.console.live.LiveTeams;
import io.tidemark.console.server.ConsoleServer;
import io.tidemark.console.server.ConsoleServer.Listening;
import io.tidemark.console.server.ConsoleServer.Shown;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.web.server.ListenAddress;
import io.tidemark.web.server.WebSecurity;
import java.io.IOException;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** The console of a stack in the same process: on loopback, without a login. */
public final class LocalConsole {
    /** Where a console listens by default. */
    public static final int PORT = 9480;

    private static final String HOST = "127.0.0.1";
    private static final int ANY = 0;

    private LocalConsole() {}

    /**
     * Begins to serve until the command ends.
     *
     * @param port empty for {@link #PORT}, or a free one where that is taken
     * @throws UnavailableException if it cannot listen on the port that was given
     */
    public static ConsoleServer start(
            CommandContext context, ClusterConnection cluster, StoreAddress store, List<Team> teams, OptionalInt port) {
        Shown shown = new Shown(
                store, teams, Optional.of(live(cluster)), Optional.of(changes(context, Optional.of(cluster), teams)));
        try {
            return start(context, shown, port.orElse(PORT));
        } catch (IOException e) {
            if (port.isPresent()) {
                throw new UnavailableException("--console-port: " + e.getMessage(), e);
            }
        }
        try {
            return start(context, shown, ANY);
        } catch (IOException e) {
            throw new UnavailableException("the console: " + e.getMessage(), e);
        }
    }

    private static ConsoleServer start(CommandContext context, Shown shown, int port) throws IOException {
        Listening listening = new Listening(new ListenAddress(HOST, port), WebSecurity.LOCAL);
        return context.resources().register(ConsoleServer.start(listening, shown, context.wallClock(), routes -> {}));
    }

    /** What a console changes: the store, and through a cluster objectives and runs of those teams whose topics it may write. */
    static Changes changes(CommandContext context, Optional<ClusterConnection> cluster, List<Team> teams) {
        return new Changes(
                new Changes.Operator(ProcessName.user(), ProcessName.host()),
                cluster.map(connection -> new ConsoleObjectives(context, connection, teams)),
                cluster.map(connection -> new ConsoleRunStops(context, connection, teams)));
    }

    /** Where the topics are, for a console. */
    static LiveTeams.Cluster live(ClusterConnection cluster) {
        return new LiveTeams.Cluster(cluster.feed("console"), cluster.schemas());
    }
}
