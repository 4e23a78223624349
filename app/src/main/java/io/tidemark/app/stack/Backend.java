package io.tidemark.app.stack;

import io.tidemark.app.Closer;
import io.tidemark.app.CommandException;
import io.tidemark.app.Surroundings;
import io.tidemark.schemas.Team;
import io.tidemark.sinks.sink.SinkClocks;
import io.tidemark.sinks.sink.SinkOptions;
import io.tidemark.sinks.sink.StoreSink;
import io.tidemark.sinks.store.Retention;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.read.ResultReader;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * A cluster to publish to and a store to read results from: the named cluster with a sink of our own, the local stack that is
 * up, or a local stack of our own.
 */
public final class Backend implements AutoCloseable {
    private static final Duration BEGINS_WITHIN = Duration.ofSeconds(60);

    /** Nobody else's streams may run at all, and whoever waits should hear of that soon. */
    private static final Duration QUIET_ELSEWHERE = Duration.ofSeconds(90);

    /** Streams of this process are known to run: on a machine that has little time for them they are slow. */
    private static final Duration QUIET_HERE = Duration.ofMinutes(10);

    private final Closer parts;
    private final Connection connection;
    private final ResultReader results;

    private final Optional<LocalStack> own;

    private Backend(Closer parts, Optional<LocalStack> own, Connection connection, StoreAddress store) {
        this.parts = parts;
        this.own = own;
        this.connection = connection;
        this.results = parts.keep(store.openReader());
    }

    /** @param store the result store; empty for the stack's own */
    public static Backend open(
            Surroundings surroundings, Optional<Connection> named, Team team, Optional<StorePlace> store) {
        Closer parts = new Closer();
        boolean opened = false;
        try {
            Backend backend = named.map(cluster -> remote(surroundings, parts, new Remote(cluster, team, store)))
                    .orElseGet(() -> local(surroundings, parts, team, store));
            opened = true;
            return backend;
        } finally {
            if (!opened) {
                parts.close();
            }
        }
    }

    public Connection connection() {
        return connection;
    }

    public ResultReader results() {
        return results;
    }

    /** For how long nothing new may come of a run whose results are awaited. */
    public Duration quiet() {
        return own.isPresent() ? QUIET_HERE : QUIET_ELSEWHERE;
    }

    /** Lets the streams of a stack of our own wait until that is closed; those of others are not ours to stop. */
    public StreamsRest restStreams() {
        return own.map(LocalStack::restStreams).orElse(() -> {});
    }

    @Override
    public void close() {
        parts.close();
    }

    private static Backend remote(Surroundings surroundings, Closer parts, Remote remote) {
        remote.cluster().requireReadyFor(remote.team());
        StoreAddress store = remote.store()
                .orElseGet(() -> StorePlace.inHome(surroundings.home()))
                .address(surroundings.environment());
        SinkOptions options = remote.cluster().sink(store, Set.of(remote.team()), retentionOfOneCommand(store));
        SinkClocks clocks = new SinkClocks(surroundings.nanoClock(), surroundings.wallClock());
        if (remote.store().isPresent()) {
            parts.keep(StoreSink.start(options, clocks));
        } else {
            beginWithWhatComes(parts.keep(StoreSink.start(options.beginning(SinkOptions.Begin.NEWEST), clocks)), store);
        }
        return new Backend(parts, Optional.empty(), remote.cluster(), store);
    }

    /** A store that nobody named is for the runs of this home, not for all that the team's topics hold: it begins with the first of them. */
    private static void beginWithWhatComes(StoreSink sink, StoreAddress store) {
        if (!sink.awaitCaughtUp(BEGINS_WITHIN)) {
            throw CommandException.infrastructure("the results cannot be kept in " + store + ": "
                    + sink.status().lastError().orElse("Kafka does not say where the team's topics end")
                    + " (" + BEGINS_WITHIN.toSeconds() + " s)");
        }
    }

    private static Backend local(Surroundings surroundings, Closer parts, Team team, Optional<StorePlace> store) {
        Optional<StackFile.Entry> up = StackFile.in(surroundings.home()).read().filter(StackFile.Entry::alive);
        up.ifPresent(stack -> requireLasting(stack, surroundings.home()));
        if (up.isPresent()) {
            LocalStack.bootstrap(up.get().connection(), List.of(team));
            return new Backend(
                    parts,
                    Optional.empty(),
                    up.get().connection(),
                    storeOf(up.get(), store, surroundings).address(surroundings.environment()));
        }
        LocalStack own = parts.keep(LocalStack.start(
                StackOptions.ofOneCommand(surroundings.home(), team).withStore(store), surroundings));
        return new Backend(parts, Optional.of(own), own.connection(), own.store());
    }

    /** A server's store is kept by its sinks: one command, which knows nothing of their retention, takes nothing out of it. */
    private static Retention retentionOfOneCommand(StoreAddress store) {
        return store instanceof StoreAddress.OnServer ? Retention.FOR_GOOD : Retention.DEFAULT;
    }

    /** Where a stack stores, and where the password is that was named, or else the stack's. */
    static StorePlace storeOf(StackFile.Entry stack, Optional<StorePlace> named, Surroundings surroundings) {
        if (named.isPresent() && !named.get().anywhere().text().equals(stack.store())) {
            throw CommandException.usage(
                    "--store " + named.get().text() + " is not where the stack that is up in " + surroundings.home()
                            + " stores, which is " + stack.store() + ": leave --store away, or end that stack first");
        }
        return named.filter(place -> place.passwordFile().isPresent()).orElseGet(stack::place);
    }

    /** What is measured on another command's stack is lost when that ends. */
    private static void requireLasting(StackFile.Entry stack, Path home) {
        if (stack.endsWithItsCommand() && stack.pid() != ProcessHandle.current().pid()) {
            throw CommandException.infrastructure("the stack in " + home + " was started by another run (process "
                    + stack.pid()
                    + ") for itself and ends with it. For several runs at a time start `tidemark up` first;"
                    + " else wait for that run's end, or give another home (TIDEMARK_HOME)");
        }
    }

    private record Remote(Connection cluster, Team team, Optional<StorePlace> store) {}
}
