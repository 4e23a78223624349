package io.tidemark.servers;

import io.tidemark.producer.plan.server.ServerRecipe;
import io.tidemark.schemas.ValueText;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.servers.Readiness.NotReadyException;
import io.tidemark.servers.diagnose.EndClassifier;
import io.tidemark.servers.diagnose.OutputScan;
import io.tidemark.servers.diagnose.ServerEnd;
import io.tidemark.servers.diagnose.ServerFailure;
import io.tidemark.servers.probe.ServerQuestions;
import io.tidemark.servers.probe.ServerQuestions.KvCache;
import io.tidemark.servers.process.Guard;
import io.tidemark.servers.process.GuardedCommand;
import io.tidemark.servers.process.ServerLog;
import io.tidemark.servers.recipe.StartScript;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Consumer;

/** One start of a server, from its command to the certainty that nothing of it is left. */
final class GuardedServer implements RunningServer {
    private static final Duration POLL = Duration.ofMillis(250);
    private static final Duration BEYOND_GRACE = Duration.ofSeconds(90);

    private final Preparation preparation;
    private final Parts parts;
    private final ServerLifecycle lifecycle = new ServerLifecycle();
    private final CompletableFuture<Boolean> closing = new CompletableFuture<>();
    private final CompletableFuture<Boolean> ended = new CompletableFuture<>();
    private final CompletableFuture<Boolean> stopped = new CompletableFuture<>();
    private final Guard guard;
    private final Consumer<GuardedServer> gone;
    private volatile ServerStartFacts facts;
    private volatile boolean wasReady;
    private volatile Optional<String> notReleased = Optional.empty();

    /**
     * What a server is made of.
     *
     * @param launch what is started, for its facts
     */
    record Parts(
            NanoClock clock,
            StartScript script,
            ServerLog log,
            OutputScan scan,
            ServerQuestions questions,
            Released released,
            ServerStartFacts.Launch launch) {}

    private GuardedServer(Preparation preparation, Parts parts, Guard guard, Consumer<GuardedServer> gone) {
        this.preparation = preparation;
        this.parts = parts;
        this.guard = guard;
        this.gone = gone;
        this.facts = new ServerStartFacts(parts.launch(), ServerStartFacts.Observed.NOTHING, Optional.empty());
    }

    /**
     * Starts its command under a guard. Returns at once.
     *
     * @param gone called once the server has stopped, before those that wait for the stop are released
     */
    static GuardedServer launch(Preparation preparation, Parts parts, Consumer<GuardedServer> gone) {
        StartScript script = parts.script();
        GuardedCommand command = new GuardedCommand(
                preparation.startId(),
                script.arguments(),
                script.environment(),
                script.directory(),
                preparation.request().server().stop().grace(),
                script.stopScript(),
                script.input(),
                script.endsOnceStarted());
        Guard guard = Guard.start(command, parts.log()::readFrom);
        GuardedServer server = new GuardedServer(preparation, parts, guard, gone);
        // On a thread of its own: it waits for what the guard still does.
        CompletableFuture<Void> unused = guard.exit().thenAcceptAsync(server::commandEnded, task -> {
            Thread thread = new Thread(task, "server-end");
            thread.setDaemon(true);
            thread.start();
        });
        return server;
    }

    /**
     * Waits until it is ready and sends its warm-up.
     *
     * @throws ServerStartException after it was stopped, if it does not become ready
     */
    void awaitReady() throws InterruptedException {
        try {
            Readiness.Ready ready = new Readiness(preparation, parts, guard, new Course()).await();
            facts = facts.observed(observe(ready));
            parts.scan().forgetFailures();
            wasReady = true;
            if (!lifecycle.moveTo(ServerState.READY)) {
                throw notReady();
            }
            parts.log().note("[tidemark] ready after " + ValueText.duration(ready.startUpSeconds()));
        } catch (NotReadyException e) {
            e.end().ifPresent(this::fail);
            throw notReady();
        } catch (InterruptedException e) {
            stop();
            throw e;
        }
    }

    /** How far this start is. */
    private final class Course implements Readiness.Course {
        @Override
        public boolean isStarting() {
            return lifecycle.state() == ServerState.STARTING;
        }

        @Override
        public void pause() throws InterruptedException {
            try {
                CompletableFuture.anyOf(closing, ended).get(POLL.toMillis(), TimeUnit.MILLISECONDS);
            } catch (TimeoutException e) {
                return; // time to ask again
            } catch (ExecutionException e) {
                throw new IllegalStateException("these futures never fail", e);
            }
        }

        @Override
        public void awaitWhyItEnded() {
            ended.join();
        }
    }

    private ServerStartFacts.Observed observe(Readiness.Ready ready) throws InterruptedException {
        KvCache cache = parts.questions().kvCache();
        OptionalLong tokens = parts.scan().kvTokens();
        return new ServerStartFacts.Observed(
                parts.questions().version(),
                parts.questions().models(),
                tokens.isPresent() ? tokens : cache.tokens(),
                cache.blocks(),
                lastLines(),
                OptionalDouble.of(ready.startUpSeconds()),
                ready.firstRequestSeconds());
    }

    /** Stops what is left of a start that failed, and says why it did. */
    private ServerStartException notReady() {
        stop();
        ServerEnd end = facts.end().orElseThrow();
        return new ServerStartException(end.failure(), message(end), Optional.of(facts));
    }

    private String message(ServerEnd end) {
        StringBuilder text = new StringBuilder("the server of phase "
                + preparation.request().phase() + " " + end.failure().description() + ": " + end.reason());
        if (end.failure() != ServerFailure.STOPPED && !end.lastLines().isEmpty()) {
            text.append("\n  its last lines (").append(parts.launch().log()).append("):");
            end.lastLines().forEach(line -> text.append("\n  ").append(line));
        }
        return text.toString();
    }

    /** The guard's command ended: the server itself, or the script that started it. */
    private void commandEnded(int status) {
        try {
            OptionalInt known = status < 0 ? OptionalInt.empty() : OptionalInt.of(status);
            boolean started = parts.script().endsOnceStarted() && status == 0;
            if (!started && !closing.isDone()) {
                guard.awaitEnd(allowed());
                ServerEnd end =
                        EndClassifier.classify(wasReady, known, parts.scan().failure(), lastLines());
                fail(end);
            }
        } finally {
            ended.complete(true);
        }
    }

    /** The output of a user's own script is in a file of its own. */
    private List<String> lastLines() {
        Path file = changeLog(parts.launch().log());
        if (!(preparation.request().server().recipe() instanceof ServerRecipe.External) || !Files.isReadable(file)) {
            return parts.log().lastLines();
        }
        try {
            List<String> lines = Files.readAllLines(file);
            return lines.subList(Math.max(0, lines.size() - 20), lines.size()).stream()
                    .map(preparation.mask()::apply)
                    .toList();
        } catch (IOException e) {
            return List.of("(" + file + " cannot be read: " + e.getMessage() + ")");
        }
    }

    /** Where the script of an external server writes to. */
    static Path changeLog(Path log) {
        return log.resolveSibling(log.getFileName() + ".on-change");
    }

    private synchronized void fail(ServerEnd end) {
        if (lifecycle.moveTo(ServerState.FAILED)) {
            facts = facts.ended(end);
            parts.log().note("[tidemark] " + end.failure() + ": " + end.reason());
        }
    }

    private Duration allowed() {
        return preparation.request().server().stop().grace().plus(BEYOND_GRACE);
    }

    @Override
    public ServerStartFacts facts() {
        return facts;
    }

    @Override
    public ServerState state() {
        return lifecycle.state();
    }

    @Override
    public boolean isAlive() {
        return lifecycle.state() == ServerState.READY
                && (parts.script().endsOnceStarted() || !guard.exit().isDone());
    }

    @Override
    public Optional<ServerFailure> failure() {
        if (lifecycle.state() == ServerState.READY && !isAlive()) {
            // It ended this moment; why is found out on another thread, within what the guard may take.
            ended.join();
        }
        return facts.end().map(ServerEnd::failure).filter(how -> how != ServerFailure.STOPPED);
    }

    @Override
    public ServerStartFacts stop() {
        if (closing.complete(true)) {
            // On a thread of its own, so that an interrupt of the caller's does not leave a server behind.
            Thread thread = new Thread(this::end, "server-stop");
            thread.start();
        }
        stopped.join();
        return facts;
    }

    @Override
    public void close() {
        stop();
    }

    private void end() {
        try {
            boolean byUs = lifecycle.moveTo(ServerState.STOPPING);
            guard.close();
            guard.awaitEnd(allowed());
            Optional<String> held = guard.leftProcesses()
                    ? Optional.of("processes of it are still there after SIGKILL")
                    : awaitReleased();
            if (byUs) {
                concludeStop(held);
            }
            notReleased = held;
            closeLog();
        } finally {
            gone.accept(this);
            stopped.complete(true);
        }
    }

    /** What it did not give back, after it was stopped; also if it had ended for another reason. */
    Optional<String> notReleased() {
        return notReleased;
    }

    Released released() {
        return parts.released();
    }

    private synchronized void concludeStop(Optional<String> held) {
        ServerFailure how = held.isPresent() ? ServerFailure.NOT_RELEASED : ServerFailure.STOPPED;
        String reason = held.orElse(
                guard.stopStatus() == 0
                        ? "stopped on request"
                        : "stopped on request; the recipe's own stop ended with " + guard.stopStatus());
        facts = facts.ended(
                new ServerEnd(how, reason, guard.status(), parts.log().lastLines()));
        lifecycle.moveTo(held.isPresent() ? ServerState.FAILED : ServerState.STOPPED);
        parts.log().note("[tidemark] " + how + ": " + reason);
    }

    private Optional<String> awaitReleased() {
        long untilNanos = parts.clock().nanos()
                + preparation.request().server().stop().timeout().toNanos();
        Optional<String> held = held();
        while (held.isPresent() && parts.clock().nanos() < untilNanos) {
            LockSupport.parkNanos(POLL.toNanos());
            held = held();
        }
        return held;
    }

    private Optional<String> held() {
        try {
            return parts.released().held();
        } catch (InterruptedException e) {
            return Optional.empty(); // no other code has this thread, so it is not interrupted
        }
    }

    private void closeLog() {
        try {
            parts.log().close();
        } catch (UncheckedIOException e) {
            // The parts of the log stay where they are; how the server ended does not change.
            parts.log().note(String.valueOf(e.getMessage()));
        }
    }

    /** The state of one server. Thread-safe; a step that may not follow is not taken. */
    private static final class ServerLifecycle {
        private ServerState state = ServerState.STARTING;

        synchronized ServerState state() {
            return state;
        }

        /** Whether the step was taken. */
        synchronized boolean moveTo(ServerState next) {
            if (!state.next().contains(next)) {
                return false;
            }
            state = next;
            return true;
        }
    }
}
