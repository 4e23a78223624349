package io.tidemark.app.server;

import io.tidemark.app.process.ProgressListener;
import io.tidemark.servers.RunningServer;
import io.tidemark.servers.ServerStartFacts;
import io.tidemark.servers.diagnose.ServerEnd;
import io.tidemark.servers.diagnose.ServerFailure;

/** The server of one run. Closed, it is stopped, and its facts are written beside its log. */
public record PhaseServer(ProgressListener progress, RunningServer server) implements AutoCloseable {
    /** The id of its start, a label of its run. */
    public String startId() {
        return server.facts().launch().startId();
    }

    /** What is known of its start. */
    public ServerStartFacts facts() {
        return server.facts();
    }

    /** Whether it is up. */
    public boolean isAlive() {
        return server.isAlive();
    }

    @Override
    public void close() {
        ServerStartFacts facts = server.stop();
        ServerFactsFile.write(facts);
        ServerEnd end = facts.end().orElseThrow();
        if (end.failure() != ServerFailure.STOPPED) {
            progress.warn("the server of phase " + facts.launch().phase() + " "
                    + end.failure().description() + ": " + end.reason() + " (log "
                    + facts.launch().log() + ")");
        }
    }
}
