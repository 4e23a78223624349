package io.tidemark.streams.host;

import io.tidemark.schemas.kafka.TeamClientIds;
import io.tidemark.schemas.serde.RegistryConfig;
import io.tidemark.streams.windows.SeriesQuota;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;

/**
 * The options of a streams host.
 *
 * @param teams names of the teams to run; empty for every team that has topics
 * @param kafka where the broker is
 * @param tuning sizes, with defaults for one team on one machine
 */
public record StreamsOptions(Kafka kafka, RegistryConfig registry, Path stateDir, Set<String> teams, Tuning tuning) {
    public StreamsOptions {
        teams = Set.copyOf(teams);
    }

    /** Every team, default sizes. */
    public static StreamsOptions of(String bootstrapServers, RegistryConfig registry, Path stateDir) {
        return new StreamsOptions(
                new Kafka(bootstrapServers, Map.of()), registry, stateDir, Set.of(), Tuning.defaults());
    }

    public StreamsOptions withTeams(Set<String> only) {
        return new StreamsOptions(kafka, registry, stateDir, only, tuning);
    }

    public StreamsOptions withTuning(Tuning other) {
        return new StreamsOptions(kafka, registry, stateDir, teams, other);
    }

    /** With one more setting of Kafka's clients. */
    public StreamsOptions withSetting(String name, String value) {
        Map<String, String> settings = new HashMap<>(kafka.settings());
        settings.put(name, value);
        return new StreamsOptions(new Kafka(kafka.bootstrapServers(), settings), registry, stateDir, teams, tuning);
    }

    boolean includes(String team) {
        return teams.isEmpty() || teams.contains(team);
    }

    /** {@code settings} are further client settings, such as those of security. */
    public record Kafka(String bootstrapServers, Map<String, String> settings) {
        public Kafka {
            if (bootstrapServers.isBlank()) {
                throw new IllegalArgumentException("bootstrapServers must not be blank");
            }
            settings = Map.copyOf(settings);
        }
    }

    /**
     * Sizes.
     *
     * @param threads stream threads per team, at most {@link TeamClientIds#MAX_STREAM_THREADS}
     * @param internalPartitions partitions of the internal topics; fixed once a team has run
     * @param scanEvery how often topics are listed
     * @param maxSeries of each team in this process
     * @param group how hosts of one cluster share the work
     */
    public record Tuning(int threads, int internalPartitions, Duration scanEvery, int maxSeries, GroupOptions group) {
        public Tuning {
            if (threads < 1 || internalPartitions < 1) {
                throw new IllegalArgumentException("threads and internalPartitions must be >= 1 but were " + threads
                        + " and " + internalPartitions);
            }
            if (threads > TeamClientIds.MAX_STREAM_THREADS) {
                throw new IllegalArgumentException("threads must be <= " + TeamClientIds.MAX_STREAM_THREADS
                        + ", as many as quotas are set for, but were " + threads);
            }
            if (maxSeries < 1) {
                throw new IllegalArgumentException("mostSeries must be >= 1 but was " + maxSeries);
            }
            if (scanEvery.isNegative() || scanEvery.isZero()) {
                throw new IllegalArgumentException("scanEvery must be > 0 but was " + scanEvery);
            }
        }

        public Tuning(int threads, int internalPartitions, Duration scanEvery) {
            this(threads, internalPartitions, scanEvery, SeriesQuota.DEFAULT, GroupOptions.CLASSIC);
        }

        public static Tuning defaults() {
            return new Tuning(1, 4, Duration.ofSeconds(3));
        }

        public Tuning withMostSeries(int other) {
            return new Tuning(threads, internalPartitions, scanEvery, other, group);
        }

        public Tuning withGroup(GroupOptions other) {
            return new Tuning(threads, internalPartitions, scanEvery, maxSeries, other);
        }
    }
}
