package io.tidemark.app.tune.site;

import io.tidemark.app.process.OperationContext;
import io.tidemark.app.run.RunRequest;
import io.tidemark.app.search.ProbeEnvironment;
import io.tidemark.servers.ServerLauncher;

/** Where a tune happens: its clock, its servers, and the load on them. */
public interface TuneSite {
    /** With the clocks that starts and measurements are timed by. */
    OperationContext context();

    /** Owned by the tune, which closes it. */
    ServerLauncher launcher();

    /** Load on the server that is ready. */
    ProbeEnvironment environment(RunRequest request) throws InterruptedException;
}
