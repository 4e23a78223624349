package io.tidemark.app.run;

import io.tidemark.app.process.ChildProcess;
import io.tidemark.app.process.ProgressListener;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.app.stack.ClusterConnection;
import io.tidemark.producer.workers.LeaderWorkerGroup;
import io.tidemark.producer.workers.WorkerEventFeed;
import io.tidemark.producer.workers.WorkerGroup;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.kafka.RecordFeed;
import io.tidemark.schemas.time.Clocks;
import io.tidemark.servers.process.ShellWords;
import io.tidemark.sinks.store.read.run.RunKey;
import java.io.IOException;
import java.time.Duration;
import java.util.List;

/** Brings the other lanes of a run together: starts them here, or says how they are started elsewhere. */
record WorkerLauncher(ClusterConnection connection, Clocks clocks, ProgressListener progress) {
    private static final Duration JOIN_WITHIN = Duration.ofMinutes(2);
    private static final Duration JOIN_FROM_ELSEWHERE_WITHIN = Duration.ofMinutes(10);

    private static final Duration STOP_WITHIN = Duration.ofSeconds(20);

    /** The workers of a run as this process leads them; what it opened is closed with {@code parts}. */
    WorkerGroup launch(WorkerOptions workers, RunKey run, ResourceScope parts) {
        Duration within = workers.external() ? JOIN_FROM_ELSEWHERE_WITHIN : JOIN_WITHIN;
        LeaderWorkerGroup group = new LeaderWorkerGroup(workers.leader(), clocks.elapsed(), within);
        parts.register(subscribe(connection, run.team(), run.run(), group));
        for (int index = 1; index < workers.lanes(); index++) {
            if (workers.external()) {
                progress.format("  worker    tidemark %s", ShellWords.join(workers.externalCommand(run.run(), index)));
                continue;
            }
            // It ends by itself when this process is gone.
            Process process = start(workers, run.run(), index);
            parts.register(() -> ChildProcess.endAttached(process, STOP_WITHIN));
            String lane = group.share().lanes().get(index);
            progress.format("  worker    %s is process %d", lane, process.pid());
            var unused = process.onExit()
                    .thenAccept(ended -> group.processEnded(lane, "its process ended with " + ended.exitValue()));
        }
        if (workers.external()) {
            progress.format("  waiting   %d min at most for them to join", within.toMinutes());
        }
        return group;
    }

    /** @throws IllegalStateException if no process can be started */
    private static Process start(WorkerOptions workers, String run, int index) {
        List<String> command = ChildProcess.tidemark(ChildProcess.jvmOptions());
        command.addAll(workers.command(run, index));
        command.add("--attached");
        try {
            Process process = new ProcessBuilder(command)
                    .redirectOutput(ProcessBuilder.Redirect.DISCARD)
                    .redirectError(ProcessBuilder.Redirect.INHERIT)
                    .start();
            RegistrySettings.write(workers.settings(), process.getOutputStream());
            return process;
        } catch (IOException e) {
            throw new IllegalStateException("a worker could not be started: " + e.getMessage(), e);
        }
    }

    /** Passes what a run publishes in Kafka to its group of workers, until it is closed. */
    static RecordFeed subscribe(ClusterConnection connection, Team team, String run, WorkerEventFeed.Listener group) {
        return new WorkerEventFeed(team, connection.schemas(), run).start(connection.feed("workers"), group);
    }
}
