package io.tidemark.app.isolation;

import io.micrometer.core.instrument.MeterRegistry;
import io.tidemark.app.health.ComponentHealth;
import io.tidemark.app.health.Health;
import io.tidemark.app.health.HealthState;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.kafka.AdminResults;
import io.tidemark.schemas.time.DaemonThreads;
import io.tidemark.schemas.time.NanoClock;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.ScheduledExecutorService;
import java.util.concurrent.TimeUnit;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.apache.kafka.clients.admin.Admin;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/** A process for the streams of each team. Topics are listed every few seconds; a team whose topics appear gets its process. Thread-safe. */
public final class IsolatedTeams implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(IsolatedTeams.class);
    private static final Duration SCAN_EVERY = Duration.ofSeconds(3);
    private static final Duration ANSWER = Duration.ofSeconds(10);

    private final Admin admin;
    private final Set<Team> only;
    private final Function<Team, TeamProcess> starter;
    private final Map<String, TeamProcess> processes = new ConcurrentSkipListMap<>();
    private volatile Optional<String> problem = Optional.empty();
    private final ScheduledExecutorService scanner = new DaemonThreads("tidemark-isolated-teams").scheduler();

    /**
     * Begins to look for teams.
     *
     * @param admin closed with this
     * @param only teams to run; empty for every team that has topics
     * @param launch makes the command of a team's process
     * @param meters that get the processes' meters
     */
    public IsolatedTeams(Admin admin, Set<Team> only, Function<Team, ProcessBuilder> launch, MeterRegistry meters) {
        this.admin = admin;
        this.only = Set.copyOf(only);
        this.starter = team -> new TeamProcess(team, launch.apply(team), new ReportedMeters(meters), NanoClock.SYSTEM);
        var unused = scanner.scheduleWithFixedDelay(this::look, 0, SCAN_EVERY.toMillis(), TimeUnit.MILLISECONDS);
    }

    /** As the processes say, and why teams cannot be looked for. */
    public Health health() {
        List<ComponentHealth> parts = new ArrayList<>();
        problem.ifPresent(why -> parts.add(new ComponentHealth("streams", HealthState.DEGRADED, why)));
        processes.values().forEach(process -> parts.addAll(process.health()));
        return new Health(!scanner.isTerminated(), parts);
    }

    /** A thread's top: an error here must not end the looking. */
    void look() {
        try {
            processes.values().forEach(TeamProcess::endIfHung);
            teams().forEach(this::start);
            problem = Optional.empty();
        } catch (RuntimeException | Error e) {
            if (!scanner.isShutdown()) {
                problem = Optional.of(String.valueOf(e.getMessage()));
                LOG.warn("the search for teams failed: {}", e.toString());
            }
        }
    }

    private Set<Team> teams() {
        if (!only.isEmpty()) {
            return only;
        }
        return AdminResults.await(admin.listTopics().names(), "list topics", ANSWER).stream()
                .flatMap(name -> Topic.locate(name).stream())
                .map(Topic.Located::team)
                .collect(Collectors.toSet());
    }

    private synchronized void start(Team team) {
        if (!scanner.isShutdown() && !processes.containsKey(team.name())) {
            processes.put(team.name(), starter.apply(team));
        }
    }

    @Override
    public void close() {
        scanner.shutdownNow();
        synchronized (this) {
            processes.values().parallelStream().forEach(TeamProcess::close);
        }
        admin.close(Duration.ZERO);
    }
}
