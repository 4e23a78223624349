package io.tidemark.servers;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import java.util.List;

/** Starts servers, one after the other. Thread-safe: closing it from another thread stops the server that starts or runs. */
public interface ServerLauncher extends AutoCloseable {
    /**
     * Everything that can be refused before the first start, for all phases of a plan that have a server: commands that are not there,
     * folders, env files and secrets that are missing, flags that the server does not know. It starts no server; it may ask the server's
     * program for its {@code --help}.
     */
    List<ServerProblem> check(Plan plan, TargetPlan target) throws InterruptedException;

    /**
     * Starts a server and waits until it is ready and its warm-up is over.
     *
     * @throws ServerStartException if it cannot be started, ends before it is ready, is not ready in time, or if the server before it did not
     *     give back its port or memory
     * @throws InterruptedException if this thread was interrupted, after the server was stopped
     */
    RunningServer start(ServerStartRequest request) throws InterruptedException;

    /** Stops the server that starts or runs, if there is one. No other is started afterwards. */
    @Override
    void close();
}
