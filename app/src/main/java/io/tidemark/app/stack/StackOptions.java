package io.tidemark.app.stack;

import io.tidemark.schemas.Team;
import io.tidemark.sinks.store.retention.Retention;
import java.nio.file.Path;
import java.util.List;
import java.util.Optional;

/**
 * A local stack.
 *
 * @param home folder of its data, its store and its {@link StackFile}
 * @param addresses where it listens
 * @param teams to make topics for
 * @param owner whose it is
 * @param store where results go; empty for a file in the home folder
 * @param retention what its sink deletes; empty for the setting of the home's last stack
 */
public record StackOptions(
        Path home,
        StackAddresses addresses,
        List<Team> teams,
        StackLifetime owner,
        Optional<StoreLocation> store,
        Optional<Retention> retention) {
    /** Partitions of each topic of an embedded broker. */
    public static final int PARTITIONS = 2;

    public StackOptions {
        teams = List.copyOf(teams);
    }

    /** A stack for all users, until it is stopped; its store is a file in the home folder. */
    public StackOptions(Path home, StackAddresses addresses, List<Team> teams) {
        this(home, addresses, teams, StackLifetime.ANYBODY, Optional.empty(), Optional.empty());
    }

    /** The same on loopback and free ports. */
    public static StackOptions onLoopback(Path home, List<Team> teams) {
        return new StackOptions(home, StackAddresses.loopback(), teams);
    }

    /** The same for the one command that starts it. */
    public StackOptions ofOneCommand() {
        return new StackOptions(home, addresses, teams, StackLifetime.ONE_COMMAND, store, retention);
    }

    /** The same with its results in another store. */
    public StackOptions withStore(Optional<StoreLocation> other) {
        return new StackOptions(home, addresses, teams, owner, other, retention);
    }

    /** The same with results kept for so long. */
    public StackOptions withRetention(Retention other) {
        return new StackOptions(home, addresses, teams, owner, store, Optional.of(other));
    }
}
