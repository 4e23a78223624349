package io.tidemark.app.stack;

import io.tidemark.app.health.Health;
import io.tidemark.app.health.SinkHealth;
import io.tidemark.app.health.StreamsHealth;
import io.tidemark.app.process.OperationContext;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.kafka.TopicBootstrap;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.sinks.sink.SinkClocks;
import io.tidemark.sinks.sink.StoreSink;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.retention.Retention;
import io.tidemark.streams.host.HostMeterRegistry;
import io.tidemark.streams.host.StreamsHost;
import io.tidemark.streams.host.StreamsOptions;
import io.tidemark.streams.host.TeamHealth;
import io.tidemark.streams.host.TeamStatus;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CompletionException;
import java.util.concurrent.locks.LockSupport;
import org.apache.kafka.clients.admin.Admin;

/** Broker, registry, streams and sink in this process; its data outlives it. */
public final class LocalStack implements AutoCloseable {
    /** One machine needs few partitions. */
    private static final StreamsOptions.Tuning EMBEDDED = new StreamsOptions.Tuning(1, 2, Duration.ofSeconds(3));

    /** A fetch returns with the first record; where none comes, each costs the broker and the streams a round. There is no wait for other group members. */
    private static final String IDLE_FETCH_MILLIS = "2000";

    /** The broker has no other to keep a second one. */
    private static final Optional<Short> ONE_COPY = Optional.of((short) 1);

    private static final long RUNNING_WITHIN_NANOS = Duration.ofSeconds(60).toNanos();

    /** A machine that is busy with other work takes many minutes for what takes seconds. */
    private static final long STARTING_WITHIN_NANOS = Duration.ofHours(1).toNanos();

    private static final long REPORT_INTERVAL_NANOS = Duration.ofMinutes(1).toNanos();
    private static final long POLL_NANOS = Duration.ofMillis(100).toNanos();

    private final ResourceScope parts;
    private final Running running;
    private final ClusterConnection connection;
    private final StoreAddress store;

    private record Running(LocalCluster cluster, StreamsHost streams, StoreSink sink) {}

    private LocalStack(ResourceScope parts, Running running, ClusterConnection connection, StoreAddress store) {
        this.parts = parts;
        this.running = running;
        this.connection = connection;
        this.store = store;
    }

    /** Returns when all of it runs; if one part cannot start, nothing is left running. */
    public static LocalStack start(StackOptions options, OperationContext context) {
        return start(options, context, HostMeterRegistry.discarding());
    }

    /** The same, with its meters in a registry. */
    public static LocalStack start(StackOptions options, OperationContext context, HostMeterRegistry meters) {
        return ResourceScope.open(parts -> assemble(options, context, meters, parts));
    }

    private static LocalStack assemble(
            StackOptions options, OperationContext context, HostMeterRegistry meters, ResourceScope parts) {
        Path home = options.home();
        StackFile file = StackFile.in(home);
        LocalCluster cluster = parts.register(StackPorts.start(options, file.read()));
        ClusterConnection connection = new ClusterConnection(
                cluster.bootstrapServers(), RegistryConfig.embedded(cluster.registryUrl()), Map.of());
        bootstrap(connection, options.teams());
        StreamsHost streams = parts.register(StreamsHost.start(
                connection
                        .streams(home.resolve("streams"), Set.of())
                        .withTuning(EMBEDDED)
                        .withSetting("main.consumer.fetch.max.wait.ms", IDLE_FETCH_MILLIS),
                context.wallClock(),
                meters));
        StoreLocation place = options.store().orElseGet(() -> StoreLocation.inHome(home));
        StoreAddress store = place.address(context.environment());
        Retention retention = options.retention()
                .or(() -> file.read().map(StackFile.Entry::retention))
                .orElse(Retention.DEFAULT);
        StoreSink sink = parts.register(StoreSink.start(
                connection.sink(store, Set.of(), retention),
                new SinkClocks(context.nanoClock(), context.wallClock()),
                meters.registry()));
        StoppedTeams stopped = new StoppedTeams();
        new StartWait(streams, stopped, options.owner()).await(options.teams(), context);
        StackFile.Entry entry = new StackFile.Entry(
                StackFile.Reachable.of(cluster), place.anywhere(), ProcessHandle.current(), options.owner(), retention);
        file.write(entry.withStoppedTeams(stopped.reasons()));
        parts.register(stopped.follow(streams::status, now -> file.write(entry.withStoppedTeams(now))));
        return new LocalStack(parts, new Running(cluster, streams, sink), connection, store);
    }

    /** Load that is sent before the streams run would be counted late, never lost; waiting spares the first live figures. */
    private record StartWait(StreamsHost streams, StoppedTeams stopped, StackLifetime owner) {
        /**
         * Returns once each team runs or is known not to run: a stack for everybody serves the others.
         *
         * @throws UnavailableException if a stack of one command does not run the team of that command
         */
        void await(List<Team> teams, OperationContext context) {
            NanoClock clock = context.nanoClock();
            long start = clock.nanos();
            long lastReportNanos = 0;
            while (true) {
                stopped.update(streams.status());
                long waited = clock.nanos() - start;
                List<Team> missing =
                        teams.stream().filter(team -> isMissing(team, waited)).toList();
                if (missing.isEmpty()) {
                    break;
                }
                if (waited - lastReportNanos > REPORT_INTERVAL_NANOS) {
                    context.progress()
                            .format(
                                    "  streams   do not run yet, after %d s: %s",
                                    waited / 1_000_000_000, streams.status());
                    lastReportNanos = waited;
                }
                LockSupport.parkNanos(POLL_NANOS);
            }
            teams.stream()
                    .filter(team -> !runs(team))
                    .forEach(team -> context.progress()
                            .format(
                                    "  streams    team %s does not run: %s",
                                    team, stopped.reason(team).orElseGet(() -> detail(team))));
        }

        /** Whether the team does not run and may still come. */
        private boolean isMissing(Team team, long waitedNanos) {
            boolean given = waitedNanos > (isComing(team) ? STARTING_WITHIN_NANOS : RUNNING_WITHIN_NANOS);
            if (runs(team)) {
                return false;
            }
            if (owner == StackLifetime.ANYBODY) {
                return !given && stopped.reason(team).isEmpty();
            }
            if (given) {
                throw new UnavailableException("the streams of team " + team + " do not run: " + detail(team));
            }
            return true;
        }

        private String detail(Team team) {
            return streams.status(team).map(TeamStatus::detail).orElse("its topics are not seen");
        }

        private boolean isComing(Team team) {
            return streams.status(team)
                    .filter(status -> status.health() != TeamHealth.FAILED && status.health() != TeamHealth.WAITING)
                    .isPresent();
        }

        private boolean runs(Team team) {
            return streams.status(team)
                    .filter(status -> status.health() == TeamHealth.RUNNING)
                    .isPresent();
        }
    }

    /** For clients of this machine. */
    public ClusterConnection connection() {
        return connection;
    }

    /** {@code host:port} of the broker, as advertised to clients on other machines. */
    public String advertisedServers() {
        return running.cluster().advertisedServers();
    }

    /** The registry's URL, as advertised to clients on other machines. */
    public String advertisedRegistryUrl() {
        return running.cluster().advertisedRegistryUrl();
    }

    /** How its streams and its sink are. */
    public Health health() {
        return StreamsHealth.of(running.streams()).and(SinkHealth.of(running.sink()));
    }

    public StoreAddress store() {
        return store;
    }

    /** Makes a team's topics if they are not there. */
    public static void bootstrap(ClusterConnection connection, List<Team> teams) {
        try (Admin admin = connection.admin()) {
            TopicBootstrap bootstrap = new TopicBootstrap(admin, connection.schemas());
            teams.forEach(team -> bootstrap.complete(team, StackOptions.PARTITIONS, ONE_COPY));
        }
    }

    /** Returns when the broker has failed; otherwise never. */
    public void awaitEnd() {
        try {
            running.cluster().failed().toCompletableFuture().join();
        } catch (CompletionException e) {
            throw new UnavailableException("the embedded broker failed: " + e.getCause(), e);
        }
    }

    @Override
    public void close() {
        parts.close();
    }
}
