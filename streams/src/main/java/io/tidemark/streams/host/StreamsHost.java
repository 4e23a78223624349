package io.tidemark.streams.host;

import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.serde.SchemaRegistry;
import io.tidemark.schemas.time.NanoClock;
import io.tidemark.streams.kafka.BrokerClock;
import io.tidemark.streams.kafka.CommitHookCheck;
import io.tidemark.streams.meter.TeamMeters;
import io.tidemark.streams.processor.TeamServices;
import io.tidemark.streams.processor.TeamUsage;
import io.tidemark.streams.topology.TeamTopology;
import io.tidemark.streams.windows.SeriesQuota;
import java.time.InstantSource;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.Properties;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Supplier;
import org.apache.kafka.clients.admin.Admin;
import org.apache.kafka.clients.admin.AdminClientConfig;
import org.apache.kafka.streams.Topology;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Runs one Kafka Streams application per team. Topics are listed every few seconds; a team starts when all its topics are
 * there with equal partition counts, and is started again with growing pauses if it ends. No team touches another. Thread-safe.
 */
public final class StreamsHost implements AutoCloseable {
    private static final Logger LOG = LoggerFactory.getLogger(StreamsHost.class);

    private final StreamsOptions options;
    private final InstanceId instance;
    private final Admin admin;
    private final TeamScan scan;
    private final SchemaRegistry registry;
    private final Dependencies parts;
    private final Map<String, TeamSupervisor> slots = new ConcurrentSkipListMap<>();
    private final CountDownLatch commitHookChecked = new CountDownLatch(1);
    private volatile Optional<String> problem = Optional.empty();
    private final ExecutorService scanner =
            Executors.newSingleThreadExecutor(task -> new Thread(task, "tidemark-streams-host"));

    private StreamsHost(StreamsOptions options, Dependencies parts, InstanceId instance) {
        this.options = options;
        this.parts = parts;
        this.instance = instance;
        Properties config = new Properties();
        config.putAll(options.kafka().settings());
        config.put(AdminClientConfig.BOOTSTRAP_SERVERS_CONFIG, options.kafka().bootstrapServers());
        this.admin = Admin.create(config);
        this.scan = new TeamScan(admin);
        this.registry = SchemaRegistry.connect(options.registry());
    }

    /** With meters that are not exposed. */
    public static StreamsHost start(StreamsOptions options, InstantSource clock) {
        return start(options, clock, HostMeterRegistry.discarding());
    }

    /**
     * Checks that the commit hook works with this Kafka Streams, then looks for teams until closed.
     *
     * @throws IllegalStateException if the hook does not work, or another host uses the state directory
     */
    public static StreamsHost start(StreamsOptions options, InstantSource clock, HostMeterRegistry meters) {
        return start(
                options,
                new Dependencies(
                        clock,
                        meters,
                        RestartPolicy.DEFAULT,
                        (team, tools) ->
                                TeamTopology.of(team, tools, options.tuning().internalPartitions())));
    }

    /** What it works with. */
    record Dependencies(InstantSource clock, HostMeterRegistry meters, RestartPolicy patience, Topologies topologies) {}

    /** Makes the topology of a team. */
    @FunctionalInterface
    interface Topologies {
        Topology of(Team team, TeamServices tools);
    }

    static StreamsHost start(StreamsOptions options, Dependencies parts) {
        StreamsHost host = opened(options, parts);
        host.scanner.execute(host::scanRepeatedly);
        try {
            CommitHookCheck.run(options.stateDir().resolve("hook-check"));
        } catch (RuntimeException | Error e) {
            host.close(); // or its thread would keep the process alive
            throw e;
        }
        host.commitHookChecked.countDown();
        return host;
    }

    /** One that looks for no team yet. */
    static StreamsHost opened(StreamsOptions options, Dependencies parts) {
        InstanceId instance = InstanceId.claim(options.stateDir());
        try {
            return new StreamsHost(options, parts, instance);
        } catch (RuntimeException e) {
            instance.close();
            throw e;
        }
    }

    /** How each known team is. */
    public List<TeamStatus> status() {
        return slots.values().stream().map(this::status).toList();
    }

    /** How a team is; empty while none of its topics has been seen. */
    public Optional<TeamStatus> status(Team team) {
        return Optional.ofNullable(slots.get(team.name())).map(this::status);
    }

    /** While the broker does not answer, nothing runs, whatever its application says. */
    private TeamStatus status(TeamSupervisor slot) {
        TeamStatus own = slot.status();
        return own.health() == TeamHealth.RUNNING ? problem.map(own::degraded).orElse(own) : own;
    }

    /** Why teams cannot be looked for, while they cannot: the broker does not answer. */
    public Optional<String> problem() {
        return problem;
    }

    /** Whether teams are being looked after. */
    public boolean isAlive() {
        return !scanner.isTerminated();
    }

    @Override
    public void close() {
        scanner.shutdownNow();
        synchronized (this) {
            slots.values().parallelStream().forEach(TeamSupervisor::close);
            slots.clear();
        }
        admin.close();
        instance.close();
    }

    private void scanRepeatedly() {
        new FixedDelayLoop(options.tuning().scanEvery(), pause -> LockSupport.parkNanos(pause.toNanos()))
                .run(this::reconcileTeams, scanner::isShutdown);
    }

    /** A thread's top: an error here must not end the looking. */
    private void reconcileTeams() {
        try {
            Map<String, Optional<String>> found = scan.scan();
            commitHookChecked.await(); // looked for meanwhile, started only then
            reconcile(found);
            problem = Optional.empty();
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt(); // closed
        } catch (RuntimeException e) {
            if (!scanner.isShutdown()) {
                problem = Optional.of(String.valueOf(e.getMessage()));
                LOG.warn(
                        "the search for teams failed; next attempt in {}: {}",
                        options.tuning().scanEvery(),
                        e.toString());
            }
        }
    }

    /** Each team, whatever becomes of another. */
    synchronized void reconcile(Map<String, Optional<String>> obstacles) {
        obstacles.forEach((team, obstacle) -> {
            try {
                reconcile(team, obstacle);
            } catch (RuntimeException e) {
                if (!scanner.isShutdown()) {
                    LOG.warn(
                            "team {}: it could not be looked after; next attempt in {}: {}",
                            team,
                            options.tuning().scanEvery(),
                            e.toString());
                }
            }
        });
    }

    private void reconcile(String team, Optional<String> obstacle) {
        if (!scanner.isShutdown() && options.includes(team)) {
            slots.computeIfAbsent(team, this::slot).reconcile(obstacle);
        }
    }

    /** Topics of a team have the broker's append time; internal ones have the producer's time. */
    private void recordAppendTime(String topic, long millis, BrokerClock clock) {
        if (Topic.locate(topic).isPresent()) {
            clock.acknowledged(millis, parts.clock().millis());
        }
    }

    private TeamSupervisor slot(String name) {
        Team team = new Team(name);
        TeamMeters meters = new TeamMeters(parts.meters().registry(), team);
        BrokerClock clock = new BrokerClock();
        TransactionTimeout pace = new TransactionTimeout(parts.patience().transactionTimeout());
        meters.clockOffset(clock::offsetMillis);
        TeamApplication.Settings settings = new TeamApplication.Settings(
                StreamsConfigs.of(
                        options, team, instance.id(), (topic, millis) -> recordAppendTime(topic, millis, clock)),
                parts.meters(),
                meters,
                parts.clock(),
                new TeamApplication.Clocks(clock, pace),
                parts.patience());
        HangingTransactions hanging = new HangingTransactions(admin, team, parts.clock());
        SeriesQuota quota = new SeriesQuota(options.tuning().maxSeries());
        TeamUsage usage = new TeamUsage(quota.limit(), Runtime.getRuntime().maxMemory());
        TeamServices tools = new TeamServices(registry, meters, quota, clock, usage, NanoClock.SYSTEM);
        meters.usage(usage::held);
        TeamSupervisor slot = new TeamSupervisor(
                team,
                settings,
                () -> TeamApplication.start(team, parts.topologies().of(team, tools), settings, hanging));
        registerHealth(meters, () -> status(slot));
        return slot;
    }

    /** A gauge per state that a team's application can be in. The slot must outlive the meters. */
    private static void registerHealth(TeamMeters meters, Supplier<TeamStatus> status) {
        for (TeamHealth health : TeamHealth.values()) {
            meters.health(
                    health.name().toLowerCase(Locale.ROOT), () -> status.get().health() == health);
        }
    }
}
