package io.tidemark.app.stack;

import io.tidemark.exporter.ResultExporter;
import io.tidemark.reports.failure.OperationException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.serde.RegistryUnavailableException;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.apache.kafka.common.KafkaException;

/** An exporter of teams some of which have no topics yet: it reads each as soon as it has them. Thread-safe. */
public final class AwaitedExporter implements AutoCloseable {
    private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(2);

    private final ClusterConnection connection;
    private final Consumer<String> teller;
    private final ResultExporter exporter;
    private final Map<Team, String> waiting = new ConcurrentHashMap<>();
    private final CountDownLatch closed = new CountDownLatch(1);
    private final Thread thread = new Thread(this::look, "tidemark-exporter-teams");

    private AwaitedExporter(ClusterConnection connection, ResultExporter exporter, Consumer<String> teller) {
        this.connection = connection;
        this.exporter = exporter;
        this.teller = teller;
        thread.setDaemon(true);
    }

    /**
     * Begins with the teams that have their topics.
     *
     * @param teller receives messages: which team is awaited and why, and when the wait is over
     * @throws OperationException if Kafka does not answer
     * @throws RegistryUnavailableException if the registry cannot be asked
     */
    public static AwaitedExporter start(
            ClusterConnection connection, List<Team> teams, InstantSource clock, Consumer<String> teller) {
        AwaitedExporter started = new AwaitedExporter(connection, connection.exporter(List.of(), clock), teller);
        try {
            teams.forEach(started::addOrAwait);
        } catch (RuntimeException e) {
            started.exporter.close();
            throw e;
        }
        started.thread.start();
        return started;
    }

    public ResultExporter exporter() {
        return exporter;
    }

    /** The teams that are waited for, each with what it lacks. */
    public Map<Team, String> waiting() {
        return Map.copyOf(waiting);
    }

    private void addOrAwait(Team team) {
        Optional<String> lack = connection.lacking(team);
        if (lack.isEmpty()) {
            exporter.add(team);
            return;
        }
        exporter.await(team);
        note(team, lack.get());
    }

    private void look() {
        try {
            while (!waiting.isEmpty() && !closed.await(BETWEEN_LOOKS.toNanos(), TimeUnit.NANOSECONDS)) {
                waiting.keySet().forEach(this::lookAgain);
            }
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
    }

    private void lookAgain(Team team) {
        try {
            Optional<String> lack = connection.lacking(team);
            if (lack.isPresent()) {
                note(team, lack.get());
                return;
            }
            exporter.add(team);
            waiting.remove(team);
            teller.accept("team " + team + " has its topics now, and its results are read");
        } catch (OperationException | KafkaException | RegistryUnavailableException e) {
            note(team, String.valueOf(e.getMessage()));
        }
    }

    private void note(Team team, String reason) {
        if (!reason.equals(waiting.put(team, reason))) {
            teller.accept("team " + team + " is waited for: " + reason);
        }
    }

    @Override
    public void close() {
        closed.countDown();
        try {
            thread.join();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        }
        exporter.close();
    }
}
