package io.tidemark.servers;

import io.tidemark.producer.plan.server.AfterCommand;
import io.tidemark.producer.plan.server.CommandTemplate;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.files.PrivateFiles;
import io.tidemark.servers.process.Guard;
import io.tidemark.servers.process.GuardedCommand;
import io.tidemark.servers.process.ServerLog;
import io.tidemark.servers.process.ShellWords;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.concurrent.ExecutionException;
import org.jspecify.annotations.Nullable;

/**
 * Runs commands beside a server that is up, one at a time, each under a guard as the server itself: it ends with this process, whatever ends
 * that. Its output goes to a log with the bounds of the server's. {@link #close} is for any thread: it ends the command that runs.
 */
public final class AfterCommandRunner implements AutoCloseable {
    private static final Duration GRACE = Duration.ofSeconds(10);
    private static final double NANOS_PER_SECOND = 1e9;

    private final LauncherContext context;
    private @Nullable Guard running;
    private boolean closed;

    public AfterCommandRunner(LauncherContext context) {
        this.context = context;
    }

    /**
     * Why a command could not be run: its program is not there, in words; empty if it is.
     *
     * @throws IllegalArgumentException naming a variable or a secret that the environment does not have
     */
    public Optional<String> missing(ServerStartRequest request, AfterCommand after) {
        Preparation preparation = Preparation.of(request, "", context.environment());
        after.command().variables().stream()
                .filter(name -> !preparation.hasVariable(name))
                .findFirst()
                .ifPresent(name -> {
                    throw new IllegalArgumentException("after " + after.name() + " has ${env." + name
                            + "}, but the environment has no variable " + name);
                });
        String program = words(preparation, after, List.of(), Path.of("")).get(0);
        return preparation.program(program, context.environment()).isPresent()
                ? Optional.empty()
                : Optional.of("program \"" + program + "\" of after " + after.name()
                        + " is not there or cannot be executed"
                        + (program.contains("/") ? "" : " (looked in PATH)"));
    }

    /**
     * Runs a command to its end, or until its time is over.
     *
     * @param facts of the server's start, which knows what model it serves
     * @param folder that gets the log and the folder of results, both by the command's name
     * @throws UncheckedIOException if the log or the folder cannot be made
     */
    public AfterCommandEnd run(ServerStartRequest request, ServerStartFacts facts, AfterCommand after, Path folder)
            throws InterruptedException {
        String id = Ulid.next(context.clocks().wall(), context.random());
        Preparation preparation = Preparation.of(request, id, context.environment());
        Path results = results(folder.resolve(after.name()).toAbsolutePath());
        List<String> words = words(preparation, after, facts.observed().models(), results);
        Path file = folder.resolve(after.name() + ".log");
        ServerLog log = ServerLog.create(file, request.server().logs(), preparation.mask(), line -> {});
        log.note("[tidemark] " + context.clocks().wall().instant() + " after " + after.name() + ": "
                + ShellWords.join(preparation.mask().commandLine(words)));
        long startNanos = context.clocks().elapsed().nanos();
        Guard guard = start(
                new GuardedCommand(
                        id,
                        words,
                        environment(preparation),
                        request.server().directory(),
                        GRACE,
                        "",
                        Optional.empty(),
                        false),
                log);
        boolean timedOut;
        try {
            timedOut = !guard.endWithin(after.timeout(), GRACE);
        } catch (ExecutionException e) {
            throw new IllegalStateException("the end of a command never fails", e);
        } finally {
            ended();
            log.close();
        }
        OptionalInt status = guard.status();
        return new AfterCommandEnd(
                status,
                timedOut,
                (context.clocks().elapsed().nanos() - startNanos) / NANOS_PER_SECOND,
                results,
                file,
                log.lastLines());
    }

    private synchronized Guard start(GuardedCommand command, ServerLog log) {
        Guard guard = Guard.start(command, log::readFrom);
        if (closed) {
            guard.close();
        }
        running = guard;
        return guard;
    }

    private synchronized void ended() {
        running = null;
    }

    private static Path results(Path folder) {
        try {
            PrivateFiles.createDirectories(folder);
            return folder;
        } catch (IOException e) {
            throw new UncheckedIOException("the folder " + folder + " cannot be made: " + e.getMessage(), e);
        }
    }

    private static List<String> words(Preparation preparation, AfterCommand after, List<String> models, Path results) {
        String named = preparation.request().target().model();
        String model = named.isEmpty() ? models.stream().findFirst().orElse("") : named;
        return after.command().fill(name -> switch (name) {
            case CommandTemplate.URL_NAME ->
                preparation.request().target().url().toString().replaceAll("/+$", "");
            case CommandTemplate.RESULTS_NAME -> results.toString();
            case "model" -> model;
            default -> preparation.placeholder(name);
        });
    }

    private Map<String, String> environment(Preparation preparation) {
        Map<String, String> environment = new HashMap<>();
        Optional.ofNullable(context.environment().get("PATH")).ifPresent(path -> environment.put("PATH", path));
        environment.putAll(preparation.environment().values());
        return environment;
    }

    @Override
    public synchronized void close() {
        closed = true;
        if (running != null) {
            running.close();
        }
    }
}
