package io.tidemark.archive.local;

import io.tidemark.archive.job.ArchiveException;
import io.tidemark.archive.job.ArchiveJob;
import io.tidemark.archive.job.ArchiveOptions;
import io.tidemark.archive.job.LibC;
import io.tidemark.archive.job.ResumePoint;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import org.apache.flink.api.common.JobID;
import org.apache.flink.configuration.Configuration;
import org.apache.flink.configuration.RestOptions;
import org.apache.flink.core.execution.SavepointFormatType;
import org.apache.flink.runtime.executiongraph.AccessExecutionGraph;
import org.apache.flink.runtime.jobgraph.JobGraph;
import org.apache.flink.runtime.jobmaster.JobResult;
import org.apache.flink.runtime.minicluster.MiniCluster;
import org.apache.flink.runtime.minicluster.MiniClusterConfiguration;
import org.apache.flink.streaming.api.environment.StreamExecutionEnvironment;

/** A Flink of one process that runs the archive's job, from its newest complete checkpoint to one that it makes when it is stopped. */
public final class EmbeddedFlink implements AutoCloseable {
    private final ArchiveOptions options;
    private final FolderLock lock;
    private final MiniCluster cluster;
    private final JobID job;
    private final Optional<String> resumedFrom;
    private volatile boolean ending;
    private boolean closed;

    private EmbeddedFlink(
            ArchiveOptions options, FolderLock lock, MiniCluster cluster, JobID job, Optional<String> resumed) {
        this.options = options;
        this.lock = lock;
        this.cluster = cluster;
        this.job = job;
        this.resumedFrom = resumed;
    }

    /**
     * @param beginning called before an archive begins, not when it goes on
     * @throws ArchiveException if the archive is in use, cannot be gone on with, or Flink does not start
     */
    static EmbeddedFlink start(ArchiveOptions options, Runnable beginning) {
        FolderLock lock = FolderLock.of(Path.of(options.location().checkpoints()));
        Optional<String> resumed = ResumePoint.of(options.location());
        if (resumed.isEmpty()) {
            beginning.run();
        }
        Configuration settings = ArchiveJob.settings(options, resumed);
        settings.set(RestOptions.BIND_PORT, "0");
        settings.set(RestOptions.ADDRESS, "localhost");
        StreamExecutionEnvironment environment = StreamExecutionEnvironment.getExecutionEnvironment(settings);
        define(environment, options);
        JobGraph graph = environment.getStreamGraph().getJobGraph();
        MiniCluster cluster = new MiniCluster(new MiniClusterConfiguration.Builder()
                .setConfiguration(settings)
                .setNumTaskManagers(1)
                .setNumSlotsPerTaskManager(options.parallelism())
                .build());
        try {
            cluster.start();
            cluster.submitJob(graph).get();
            return new EmbeddedFlink(options, lock, cluster, graph.getJobID(), resumed);
        } catch (Exception e) { // MiniCluster.start() declares nothing narrower.
            throw new ArchiveException("Flink did not start: " + e, e);
        }
    }

    private static void define(StreamExecutionEnvironment environment, ArchiveOptions options) {
        if (LibC.isHere()) {
            ArchiveJob.defineBesideCompaction(environment, options);
            return;
        }
        ArchiveJob.define(environment, options); // This system does not support compaction.
    }

    /** The checkpoint that it went on from. */
    public Optional<String> resumedFrom() {
        return resumedFrom;
    }

    /** Waits for the job's end, for that long; empty while it runs. */
    public Optional<JobResult> awaitEnd(Duration atMost) throws InterruptedException {
        return settled(cluster.requestJobResult(job), atMost);
    }

    /** Where the job stands. */
    public ArchiveProgress progress() throws InterruptedException {
        CompletableFuture<? extends AccessExecutionGraph> asked = cluster.getExecutionGraph(job);
        return settled(asked, Duration.ofSeconds(10)).map(ArchiveProgress::of).orElse(ArchiveProgress.NONE);
    }

    /**
     * A job that was stopped.
     *
     * @param description what it archived since it began or last fell back
     * @param checkpoint that the next start goes on from
     */
    public record Stopped(String description, String checkpoint) {}

    /** Whether it is being stopped or was: what it reports from then on is no error. */
    boolean isEnding() {
        return ending;
    }

    /**
     * Ends the job at a checkpoint of its own, so that all that it read is in files that count; empty where it was stopped or closed before.
     * Thread-safe: who comes second waits until the first is through.
     */
    public synchronized Optional<Stopped> stop() {
        if (ending) {
            return Optional.empty();
        }
        ending = true;
        try {
            ArchiveProgress before = progress();
            String checkpoint = cluster.stopWithSavepoint(
                            job, options.location().checkpoints().toString(), false, SavepointFormatType.NATIVE)
                    .get();
            // Tasks report their last counts when they end.
            return Optional.of(new Stopped(before.orLater(progress()).description(), checkpoint));
        } catch (ExecutionException e) {
            throw new ArchiveException(
                    "the job could not be stopped at a checkpoint: " + e.getCause()
                            + "; the next start goes on from the last one that is complete",
                    e);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
            throw new ArchiveException("interrupted while the job was stopped", e);
        }
    }

    private static <T> Optional<T> settled(CompletableFuture<? extends T> asked, Duration atMost)
            throws InterruptedException {
        try {
            return Optional.of(asked.get(atMost.toMillis(), TimeUnit.MILLISECONDS));
        } catch (TimeoutException e) {
            return Optional.empty();
        } catch (ExecutionException e) {
            throw new ArchiveException("the embedded Flink failed: " + e.getCause(), e);
        }
    }

    @Override
    public synchronized void close() {
        ending = true;
        if (closed) {
            return;
        }
        closed = true;
        try (lock) {
            cluster.close();
        } catch (Exception e) { // MiniCluster.close() declares nothing narrower.
            throw new ArchiveException("Flink did not end: " + e, e);
        }
    }
}
