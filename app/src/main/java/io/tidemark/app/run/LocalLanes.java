package io.tidemark.app.run;

import io.tidemark.app.Closer;
import io.tidemark.app.ShellWords;
import io.tidemark.app.Terminal;
import io.tidemark.app.stack.Connection;
import io.tidemark.producer.lanes.Crew;
import io.tidemark.producer.lanes.CrewFeed;
import io.tidemark.producer.lanes.LeadingCrew;
import io.tidemark.producer.publish.Clocks;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.RecordFeed;
import io.tidemark.schemas.serde.Registry;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Brings the other lanes of a run together: starts them here, or says how they are started elsewhere. */
final class LocalLanes {
    private static final Duration JOIN_WITHIN = Duration.ofMinutes(2);
    private static final Duration JOIN_FROM_ELSEWHERE_WITHIN = Duration.ofMinutes(10);

    private final Connection connection;
    private final Clocks clocks;
    private final Terminal terminal;

    LocalLanes(Connection connection, Clocks clocks, Terminal terminal) {
        this.connection = connection;
        this.clocks = clocks;
        this.terminal = terminal;
    }

    /** What the lanes of a run have in common. */
    record Wanted(Workers workers, Team team, String run) {}

    /** The crew as this process leads it; what it opened is closed with {@code parts}. */
    Crew lead(Wanted wanted, Closer parts) {
        Workers workers = wanted.workers();
        if (!workers.any()) {
            return Crew.alone(clocks.elapsed());
        }
        Duration within = workers.external() ? JOIN_FROM_ELSEWHERE_WITHIN : JOIN_WITHIN;
        LeadingCrew crew = new LeadingCrew(workers.leader(), clocks.elapsed(), within);
        parts.keep(feed(connection, wanted.team(), wanted.run(), crew));
        for (int index = 1; index < workers.lanes(); index++) {
            if (workers.external()) {
                terminal.sayf(
                        "  worker    tidemark %s", ShellWords.joined(workers.commandElsewhere(wanted.run(), index)));
            } else {
                start(crew, new Numbered(index, wanted), parts);
            }
        }
        if (workers.external()) {
            terminal.sayf("  waiting   %d min at most for them to join", within.toMinutes());
        }
        return crew;
    }

    private record Numbered(int index, Wanted wanted) {}

    private void start(LeadingCrew crew, Numbered worker, Closer parts) {
        Workers workers = worker.wanted().workers();
        List<String> command = new ArrayList<>(workers.command(worker.wanted().run(), worker.index()));
        command.add("--attached");
        WorkerProcess process = parts.keep(WorkerProcess.launch(command, workers.settings()));
        String lane = crew.share().lanes().get(worker.index());
        terminal.sayf("  worker    %s is process %d", lane, process.pid());
        process.onEnd(code -> crew.gone(lane, "its process ended with " + code));
    }

    /** Tells a crew what its run says in Kafka, until it is closed. */
    static RecordFeed feed(Connection connection, Team team, String run, CrewFeed.Listener crew) {
        return new CrewFeed(team, Registry.connect(connection.registry()), run).start(connection.feed("crew"), crew);
    }
}
