package io.tidemark.app.stack;

import io.tidemark.app.health.ExporterHealth;
import io.tidemark.app.health.Health;
import io.tidemark.exporter.ResultExporter;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import io.tidemark.schemas.time.DaemonThreads;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;

/** An exporter of teams: it reads each as soon as its topics can be read, and begins again where reading ended. No team waits for another. Thread-safe. */
public final class AwaitedExporter implements AutoCloseable {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);
    private static final Duration CLOSES_WITHIN = Duration.ofSeconds(10);
    private static final String NOT_READ = "its topics are not read";

    /** Threads that begin to read: a team whose topics take long leaves some for the others. */
    private static final int STARTERS = 4;

    private final ClusterConnection connection;
    private final Consumer<String> teller;
    private final ResultExporter exporter;
    private final Map<Team, String> waiting = new ConcurrentHashMap<>();
    private final ScheduledExecutorService looks = new DaemonThreads("tidemark-exporter-teams").scheduler(STARTERS);

    private AwaitedExporter(ClusterConnection connection, ResultExporter exporter, Consumer<String> teller) {
        this.connection = connection;
        this.exporter = exporter;
        this.teller = teller;
    }

    /**
     * Begins with the teams that have their topics.
     *
     * @param teller receives messages: which team is awaited and why, and when the wait is over
     * @throws OperationException if Kafka does not answer
     */
    public static AwaitedExporter start(
            ClusterConnection connection, List<Team> teams, InstantSource clock, Consumer<String> teller) {
        AwaitedExporter started = new AwaitedExporter(connection, connection.exporter(clock), teller);
        teams.forEach(started::await);
        teams.forEach(started::look);
        return started;
    }

    public ResultExporter exporter() {
        return exporter;
    }

    public Health health() {
        return ExporterHealth.of(exporter, waiting());
    }

    /** The teams that are waited for, each with what it lacks. */
    Map<Team, String> waiting() {
        return Map.copyOf(waiting);
    }

    private void await(Team team) {
        exporter.await(team);
        waiting.put(team, NOT_READ);
        lacking(team).ifPresent(lack -> note(team, lack));
    }

    private void look(Team team) {
        var unused = looks.scheduleWithFixedDelay(
                () -> beginUnlessRead(team), 0, BETWEEN_LOOKS.toNanos(), TimeUnit.NANOSECONDS);
    }

    private void beginUnlessRead(Team team) {
        if (exporter.reads(team)) {
            return;
        }
        waiting.putIfAbsent(team, NOT_READ);
        try {
            exporter.await(team);
            Optional<String> lack = lacking(team);
            if (lack.isPresent()) {
                note(team, lack.get());
                return;
            }
            exporter.add(team);
            if (!NOT_READ.equals(waiting.remove(team))) {
                teller.accept("team " + team + " has its topics now, and its results are read");
            }
        } catch (RuntimeException e) { // a thread's top: the team is looked at again
            note(team, String.valueOf(e.getMessage()));
        }
    }

    private Optional<String> lacking(Team team) {
        try {
            return connection.lacking(team);
        } catch (RegistryUnavailableException e) {
            return Optional.of(String.valueOf(e.getMessage()));
        }
    }

    private void note(Team team, String reason) {
        if (!reason.equals(waiting.put(team, reason)) && !looks.isShutdown()) {
            teller.accept("team " + team + " is waited for: " + reason);
        }
    }

    @Override
    public void close() {
        looks.shutdownNow();
        try {
            var unused = looks.awaitTermination(CLOSES_WITHIN.toNanos(), TimeUnit.NANOSECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        exporter.close();
    }
}
