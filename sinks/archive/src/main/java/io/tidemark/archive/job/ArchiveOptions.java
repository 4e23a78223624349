package io.tidemark.archive.job;

import io.tidemark.archive.format.RegistryAddress;
import io.tidemark.schemas.Team;
import java.net.URI;
import java.time.Duration;
import java.util.Map;
import java.util.Set;

/**
 * What is archived, and where to.
 *
 * @param teams empty for every team whose topics are there, those that come later included
 */
public record ArchiveOptions(
        Source source, Set<Team> teams, Location location, Duration checkpointEvery, int parallelism) {
    private static final Duration SHORTEST = Duration.ofMillis(100);

    public ArchiveOptions {
        teams = Set.copyOf(teams);
        if (checkpointEvery.compareTo(SHORTEST) < 0) {
            throw new IllegalArgumentException(
                    "the time between checkpoints must be >= 100 ms but was " + checkpointEvery);
        }
        if (parallelism < 1) {
            throw new IllegalArgumentException("parallelism must be >= 1 but was " + parallelism);
        }
    }

    /** The same for another archive's folder and another pace. */
    public ArchiveOptions withCheckpointInterval(Duration newCheckpointEvery) {
        return new ArchiveOptions(source, teams, location, newCheckpointEvery, parallelism);
    }

    /**
     * Where the events are.
     *
     * @param clientSettings of every Kafka client, such as security
     */
    public record Source(String bootstrapServers, Map<String, String> clientSettings, RegistryAddress registry) {
        public Source {
            clientSettings = Map.copyOf(clientSettings);
        }
    }

    /**
     * Where the archive is.
     *
     * @param out folder of the datasets
     * @param checkpoints folder of the job's checkpoints; belongs to this archive alone, for they say which files count
     */
    public record Location(URI out, URI checkpoints) {}
}
