package io.tidemark.app.tune;

import io.tidemark.producer.plan.Plan;
import io.tidemark.producer.plan.TargetPlan;
import io.tidemark.servers.RunningServer;
import io.tidemark.servers.ServerLauncher;
import io.tidemark.servers.ServerProblem;
import io.tidemark.servers.ServerStartException;
import io.tidemark.servers.ServerStartFacts;
import io.tidemark.servers.ServerStartRequest;
import io.tidemark.servers.ServerState;
import io.tidemark.servers.diagnose.ServerEnd;
import io.tidemark.servers.diagnose.ServerFailure;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;

/** Servers that start, fail, crash and stay as a test says, without a process. */
final class ScriptedLauncher implements ServerLauncher {
    final List<String> started = new ArrayList<>();
    final Map<String, ServerFailure> failures = new HashMap<>();
    String version = "0.14.1";
    int running;
    boolean closed;

    @Override
    public List<ServerProblem> check(Plan plan, TargetPlan target) {
        return List.of();
    }

    @Override
    public RunningServer start(ServerStartRequest request) {
        started.add(request.phase());
        ServerFailure failure = failures.getOrDefault(request.phase(), ServerFailure.STOPPED);
        if (failure == ServerFailure.OUT_OF_MEMORY) {
            throw new ServerStartException(
                    failure,
                    "ran out of memory",
                    Optional.of(facts(request.phase()).ended(end(failure, List.of("CUDA out of memory")))));
        }
        running++;
        return new Server(request.phase(), failure);
    }

    private static ServerEnd end(ServerFailure failure, List<String> lines) {
        return new ServerEnd(failure, "reason of " + failure, OptionalInt.of(1), lines);
    }

    private ServerStartFacts facts(String phase) {
        return new ServerStartFacts(
                new ServerStartFacts.Launch(
                        "S",
                        phase,
                        "command",
                        List.of("vllm", "serve"),
                        Map.of(),
                        Map.of(),
                        List.of(),
                        Instant.EPOCH,
                        Path.of("log")),
                new ServerStartFacts.Observed(
                        Optional.of(version),
                        List.of("m"),
                        OptionalLong.of(65_536),
                        OptionalLong.empty(),
                        List.of("GPU KV cache size: 65,536 tokens", "Application startup complete."),
                        OptionalDouble.of(42),
                        OptionalDouble.empty()),
                Optional.empty());
    }

    @Override
    public void close() {
        closed = true;
    }

    private final class Server implements RunningServer {
        private final String phase;
        private final ServerFailure failure;
        private boolean stopped;

        Server(String phase, ServerFailure failure) {
            this.phase = phase;
            this.failure = failure;
        }

        @Override
        public ServerStartFacts facts() {
            return stopped
                    ? ScriptedLauncher.this.facts(phase).ended(end(failure, List.of("last")))
                    : ScriptedLauncher.this.facts(phase);
        }

        @Override
        public ServerState state() {
            return stopped ? ServerState.STOPPED : ServerState.READY;
        }

        @Override
        public boolean isAlive() {
            return !stopped;
        }

        @Override
        public Optional<ServerFailure> failure() {
            return stopped && failure != ServerFailure.STOPPED ? Optional.of(failure) : Optional.empty();
        }

        @Override
        public ServerStartFacts stop() {
            if (!stopped) {
                stopped = true;
                running--;
            }
            return facts();
        }

        @Override
        public void close() {
            stop();
        }
    }
}
