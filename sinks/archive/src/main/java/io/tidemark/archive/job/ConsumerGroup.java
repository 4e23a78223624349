package io.tidemark.archive.job;

import io.tidemark.schemas.Team;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.UUID;

/**
 * The name under which the job commits the offsets of its checkpoints to Kafka: for tools that watch its lag, never for reading on. Each archive has
 * its own, and that of one team is under the prefix that the team may use.
 */
public final class ConsumerGroup {
    private ConsumerGroup() {}

    public static String of(ArchiveOptions options) {
        Set<Team> teams = options.teams();
        String owner = teams.size() == 1 ? teams.iterator().next().prefix() + "archive" : "tidemark.archive";
        return owner + "." + shortOf(options.location().checkpoints());
    }

    private static String shortOf(URI checkpoints) {
        return UUID.nameUUIDFromBytes(checkpoints.toString().getBytes(StandardCharsets.UTF_8))
                .toString()
                .substring(0, 8);
    }
}
