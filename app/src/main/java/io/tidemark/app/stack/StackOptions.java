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
 * @param owner whose it is
 */
public record StackOptions(
        Path home, String host, int kafkaPort, int registryPort, List<Team> teams, StackOwner owner) {
    /** Partitions of each topic of an embedded broker. */
    public static final int PARTITIONS = 2;

    public StackOptions {
        teams = List.copyOf(teams);
    }

    /** For whoever comes, until it is stopped. */
    public StackOptions(Path home, String host, int kafkaPort, int registryPort, List<Team> teams) {
        this(home, host, kafkaPort, registryPort, teams, StackOwner.ANYBODY);
    }

    /** Of the one command that starts it: loopback, free ports, one team. */
    static StackOptions ofOneCommand(Path home, Team team) {
        return new StackOptions(home, "127.0.0.1", 0, 0, List.of(team), StackOwner.ONE_COMMAND);
    }
}
