package io.tidemark.cluster.broker;

import com.google.common.util.concurrent.Uninterruptibles;
import io.tidemark.cluster.ClusterException;
import java.util.Objects;
import java.util.concurrent.Callable;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import org.apache.kafka.common.utils.Exit;
import org.jspecify.annotations.Nullable;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * The threads of one broker. Threads inherit their group, so whatever a broker starts is found here; when Kafka's code wants the
 * process to end, the thread that asks identifies the broker that has failed, and only that one is reported as failed. The JVM lives on.
 */
final class BrokerThreads extends ThreadGroup {
    private static final Logger LOG = LoggerFactory.getLogger(BrokerThreads.class);

    private final CompletableFuture<Void> failed = new CompletableFuture<>();

    BrokerThreads(String name) {
        super(name);
        // Kafka's procedures are one per JVM and cannot be chained; ours keeps no state, so installing it again changes
        // nothing.
        Exit.setExitProcedure(BrokerThreads::refuse);
        Exit.setHaltProcedure(BrokerThreads::refuse);
    }

    /** Completes exceptionally, once, when the broker cannot go on. */
    CompletableFuture<Void> failed() {
        return failed;
    }

    void fail(String what, Throwable cause) {
        if (failed.completeExceptionally(new ClusterException(getName() + ": " + what, cause))) {
            LOG.error("{}: {}", getName(), what, cause);
        }
    }

    /**
     * Runs the task on a thread of the group and waits for it, even if interrupted: a broker that is half started or half stopped
     * would hold its directory. The interrupt is kept for the caller.
     */
    <T> T call(String name, Callable<T> task) {
        FutureTask<T> future = new FutureTask<>(task);
        new Thread(this, future, getName() + "-" + name).start();
        try {
            return Objects.requireNonNull(Uninterruptibles.getUninterruptibly(future));
        } catch (ExecutionException e) {
            throw new ClusterException(getName() + ": " + name + " failed: " + e.getCause(), e.getCause());
        }
    }

    @Override
    public void uncaughtException(Thread thread, Throwable e) {
        fail("thread " + thread.getName() + " died", e);
    }

    private static void refuse(int status, @Nullable String message) {
        IllegalStateException refused = new IllegalStateException(
                "Kafka asked to end the process with status " + status + (message == null ? "" : ": " + message));
        if (Thread.currentThread().getThreadGroup() instanceof BrokerThreads threads) {
            threads.fail("the broker cannot go on", refused);
        }
        throw refused;
    }
}
