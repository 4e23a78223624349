package io.tidemark.app.server;

import io.tidemark.app.run.virtualtime.VirtualServerEnvironment;
import io.tidemark.servers.RunningServer;
import io.tidemark.servers.ServerStartFacts;
import io.tidemark.servers.ServerState;
import io.tidemark.servers.diagnose.ServerEnd;
import io.tidemark.servers.diagnose.ServerFailure;
import java.util.List;
import java.util.Optional;
import java.util.OptionalInt;

/** A simulated server in virtual time. It ends only when it is stopped. */
final class VirtualRunningServer implements RunningServer {
    private final VirtualServerEnvironment environment;
    private ServerStartFacts facts;

    VirtualRunningServer(VirtualServerEnvironment environment, ServerStartFacts facts) {
        this.environment = environment;
        this.facts = facts;
    }

    /** Where it lives, which a load can be sent to. */
    VirtualServerEnvironment environment() {
        return environment;
    }

    @Override
    public synchronized ServerStartFacts facts() {
        return facts;
    }

    @Override
    public ServerState state() {
        return isAlive() ? ServerState.READY : ServerState.STOPPED;
    }

    @Override
    public boolean isAlive() {
        return facts().end().isEmpty();
    }

    @Override
    public Optional<ServerFailure> failure() {
        return Optional.empty();
    }

    @Override
    public synchronized ServerStartFacts stop() {
        environment.stop("its server was stopped");
        if (facts.end().isEmpty()) {
            facts = facts.ended(
                    new ServerEnd(ServerFailure.STOPPED, "stopped on request", OptionalInt.of(0), List.of()));
        }
        return facts;
    }

    @Override
    public void close() {
        stop();
    }
}
