package io.tidemark.app.stack;

import io.tidemark.schemas.Team;
import java.nio.file.Path;
import java.util.List;

/**
 * A local stack.
 *
 * @param home folder of its data, its store and its {@link StackFile}
 * @param host address that all of it listens on
 * @param kafkaPort 0 for that of the last time or else a free one
 * @param registryPort likewise
 * @param teams to make topics for
 */
public record StackOptions(Path home, String host, int kafkaPort, int registryPort, List<Team> teams) {
    /** Partitions of each topic of an embedded broker. */
    public static final int PARTITIONS = 2;

    public StackOptions {
        teams = List.copyOf(teams);
    }

    /** Loopback, free ports, one team. */
    public static StackOptions local(Path home, Team team) {
        return new StackOptions(home, "127.0.0.1", 0, 0, List.of(team));
    }
}
