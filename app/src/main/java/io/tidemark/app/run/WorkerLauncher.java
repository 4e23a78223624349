package io.tidemark.app.run;

import io.tidemark.app.process.ProgressListener;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.producer.workers.LeaderWorkerGroup;
import io.tidemark.producer.workers.WorkerEventFeed;
import io.tidemark.producer.workers.WorkerGroup;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.kafka.RecordFeed;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.servers.process.ShellWords;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;

/** Brings the other lanes of a run together: starts them here, or says how they are started elsewhere. */
final class WorkerLauncher {
    private static final Duration JOIN_WITHIN = Duration.ofMinutes(2);
    private static final Duration JOIN_FROM_ELSEWHERE_WITHIN = Duration.ofMinutes(10);

    private final ClusterConnection connection;
    private final Clocks clocks;
    private final ProgressListener progress;

    WorkerLauncher(ClusterConnection connection, Clocks clocks, ProgressListener progress) {
        this.connection = connection;
        this.clocks = clocks;
        this.progress = progress;
    }

    /** What the lanes of a run have in common. */
    record LaunchRequest(WorkerOptions workers, Team team, String run) {}

    /** The workers of a run as this process leads them; what it opened is closed with {@code parts}. */
    WorkerGroup launch(LaunchRequest wanted, ResourceScope parts) {
        WorkerOptions workers = wanted.workers();
        Duration within = workers.external() ? JOIN_FROM_ELSEWHERE_WITHIN : JOIN_WITHIN;
        LeaderWorkerGroup group = new LeaderWorkerGroup(workers.leader(), clocks.elapsed(), within);
        parts.register(subscribe(connection, wanted.team(), wanted.run(), group));
        for (int index = 1; index < workers.lanes(); index++) {
            if (workers.external()) {
                progress.format(
                        "  worker    tidemark %s", ShellWords.join(workers.externalCommand(wanted.run(), index)));
            } else {
                start(group, wanted, index, parts);
            }
        }
        if (workers.external()) {
            progress.format("  waiting   %d min at most for them to join", within.toMinutes());
        }
        return group;
    }

    private void start(LeaderWorkerGroup group, LaunchRequest wanted, int index, ResourceScope parts) {
        WorkerOptions workers = wanted.workers();
        List<String> command = new ArrayList<>(workers.command(wanted.run(), index));
        command.add("--attached");
        WorkerProcess process = parts.register(WorkerProcess.launch(command, workers.settings()));
        String lane = group.share().lanes().get(index);
        progress.format("  worker    %s is process %d", lane, process.pid());
        process.onEnd(code -> group.processEnded(lane, "its process ended with " + code));
    }

    /** Passes what a run publishes in Kafka to its group of workers, until it is closed. */
    static RecordFeed subscribe(ClusterConnection connection, Team team, String run, WorkerEventFeed.Listener group) {
        return new WorkerEventFeed(team, SchemaRegistry.connect(connection.registry()), run)
                .start(connection.feed("workers"), group);
    }
}
