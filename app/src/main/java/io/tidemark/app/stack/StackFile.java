package io.tidemark.app.stack;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.tidemark.cluster.local.LocalCluster;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.files.PrivateFiles;
import io.tidemark.schemas.net.HostPort;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.sinks.store.retention.Retention;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import org.jspecify.annotations.Nullable;

/** The file in which a running stack says where it is, {@code <home>/stack.json}; kept after its end, so that a restart takes the same ports. */
public final class StackFile {
    private static final ObjectMapper JSON = new ObjectMapper();

    private final Path file;

    private StackFile(Path file) {
        this.file = file;
    }

    public static StackFile in(Path home) {
        return new StackFile(home.resolve("stack.json"));
    }

    /** The stack that is up. */
    public Optional<Entry> up() {
        return read().filter(Entry::alive);
    }

    /** What the last stack wrote, whether or not it is up. */
    public Optional<Entry> read() {
        if (!Files.isRegularFile(file)) {
            return Optional.empty();
        }
        try {
            return Optional.of(JSON.readValue(file.toFile(), Entry.class));
        } catch (IOException e) {
            throw new UnavailableException(
                    file + " is not a stack's file: " + e.getMessage() + "; remove it if no stack is up", e);
        }
    }

    public void write(Entry entry) {
        try {
            PrivateFiles.replace(file, JSON.writerWithDefaultPrettyPrinter().writeValueAsString(entry));
        } catch (IOException e) {
            throw new UncheckedIOException("cannot write " + file, e);
        }
    }

    /**
     * A {@link Retention}, in hours.
     *
     * @param secondsHours of windows of each second; null for the default
     * @param hourRowsHours of hours of windows; null as above
     */
    @JsonInclude(JsonInclude.Include.NON_NULL)
    public record Keep(
            long requestsHours,
            long windowsHours,
            long serversHours,
            @Nullable Long secondsHours,
            @Nullable Long hourRowsHours) {
        static Keep of(Retention retention) {
            return new Keep(
                    retention.requests().toHours(),
                    retention.windows().toHours(),
                    retention.servers().toHours(),
                    unlessDefault(retention.fullWindows(), Retention.DEFAULT.fullWindows()),
                    unlessDefault(retention.hours(), Retention.DEFAULT.hours()));
        }

        private static @Nullable Long unlessDefault(Duration kept, Duration byDefault) {
            return kept.equals(byDefault) ? null : (Long) kept.toHours();
        }

        private static Duration hours(@Nullable Long hours, Duration byDefault) {
            return hours == null ? byDefault : Duration.ofHours(hours);
        }

        Retention retention() {
            Duration windows = Duration.ofHours(windowsHours);
            return Retention.DEFAULT
                    .with(Duration.ofHours(requestsHours), windows, Duration.ofHours(serversHours))
                    .withTiers(
                            hours(secondsHours, Retention.DEFAULT.fullWindows()),
                            windows,
                            hours(hourRowsHours, Retention.DEFAULT.hours()));
        }
    }

    /**
     * How processes of this machine reach a stack that advertises another address, which this machine need not reach.
     *
     * @param kafka bootstrap servers, on loopback
     * @param registry URL
     * @param kafkaPort that the broker listens on for clients of other machines; that of the registry is in its URL
     */
    public record Here(String kafka, String registry, int kafkaPort) {}

    /**
     * How a stack is reached.
     *
     * @param kafka bootstrap servers, as advertised to clients on other machines
     * @param registry URL, likewise
     * @param here how this machine's processes reach it; null where that is as for all others
     */
    record Reachable(
            String kafka, String registry, @Nullable Here here) {
        static Reachable of(LocalCluster cluster) {
            Here here = new Here(cluster.bootstrapServers(), cluster.registryUrl(), cluster.kafkaPort());
            boolean same = here.kafka().equals(cluster.advertisedServers())
                    && here.registry().equals(cluster.advertisedRegistryUrl());
            return new Reachable(cluster.advertisedServers(), cluster.advertisedRegistryUrl(), same ? null : here);
        }
    }

    /**
     * A stack.
     *
     * @param kafka bootstrap servers, as advertised to clients on other machines
     * @param registry URL, likewise
     * @param store place of the result store
     * @param pid of its process
     * @param started when that process started, as the system says it, in milliseconds since 1970; null where it does not say
     * @param owner whose it is
     * @param storePasswordFile with the password of the store's server; the password itself is in no file of ours
     * @param keep what its sink takes out; empty for the default
     * @param here how this machine's processes reach it; null where that is as for all others
     * @param stoppedTeams why the streams of a team do not run, by the team's name; null where all run
     */
    public record Entry(
            String kafka,
            String registry,
            String store,
            long pid,
            @Nullable Long started,
            @Nullable StackLifetime owner,
            @Nullable String storePasswordFile,
            @Nullable Keep keep,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Here here,

            @JsonInclude(JsonInclude.Include.NON_NULL) @Nullable
            Map<String, String> stoppedTeams) {
        Entry(Reachable at, StoreLocation store, ProcessHandle process, StackLifetime owner, Retention retention) {
            this(
                    at.kafka(),
                    at.registry(),
                    store.text(),
                    process.pid(),
                    startMillis(process),
                    owner,
                    store.passwordFile().map(Path::toString).orElse(null),
                    Keep.of(retention),
                    at.here(),
                    null);
        }

        /** The same with the teams whose streams do not run, each with the reason. */
        Entry withStoppedTeams(Map<String, String> stopped) {
            return new Entry(
                    kafka,
                    registry,
                    store,
                    pid,
                    started,
                    owner,
                    storePasswordFile,
                    keep,
                    here,
                    stopped.isEmpty() ? null : stopped);
        }

        /** Why the streams of a team do not run; empty where they run. */
        Optional<String> stopped(Team team) {
            return Optional.ofNullable(stoppedTeams).map(reasons -> reasons.get(team.name()));
        }

        /** Where its results are. */
        public StoreLocation place() {
            return new StoreLocation(
                    store, Optional.ofNullable(storePasswordFile).map(Path::of));
        }

        Retention retention() {
            return keep == null ? Retention.DEFAULT : keep.retention();
        }

        /** Whether it ends with the command that started it for itself. */
        public boolean endsWithCommand() {
            return owner == StackLifetime.ONE_COMMAND;
        }

        /** Whether its process still runs. A process id alone does not show that: in a container it is 1 again after each restart. */
        public boolean alive() {
            return ProcessHandle.of(pid)
                    .filter(ProcessHandle::isAlive)
                    .map(this::isThatProcess)
                    .orElse(false);
        }

        /**
         * Its process, if it still runs and the system says that it started when this entry was written: a signal must reach no other process
         * that has its id by now.
         */
        public Optional<ProcessHandle> process() {
            return ProcessHandle.of(pid)
                    .filter(ProcessHandle::isAlive)
                    .filter(process -> started != null && started.equals(startMillis(process)));
        }

        private boolean isThatProcess(ProcessHandle process) {
            Long now = startMillis(process);
            if (started == null || now == null) {
                return pid != ProcessHandle.current().pid();
            }
            return started.equals(now);
        }

        private static @Nullable Long startMillis(ProcessHandle process) {
            return process.info().startInstant().map(Instant::toEpochMilli).orElse(null);
        }

        /** As a process of this machine reaches it. */
        public ClusterConnection connection() {
            return here == null
                    ? new ClusterConnection(kafka, RegistryConfig.embedded(registry), Map.of())
                    : new ClusterConnection(here.kafka(), RegistryConfig.embedded(here.registry()), Map.of());
        }

        /** Whether the addresses advertised to clients on other machines differ from those that it listens on. */
        public boolean advertisesAnother() {
            return here != null;
        }

        /** The port that the broker listens on for clients of other machines. */
        public int portOfKafka() {
            return here == null ? HostPort.parse(kafka).port() : here.kafkaPort();
        }

        /** The port that the registry listens on. */
        public int portOfRegistry() {
            return URI.create(here == null ? registry : here.registry()).getPort();
        }
    }
}
