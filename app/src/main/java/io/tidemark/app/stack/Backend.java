package io.tidemark.app.stack;

import io.tidemark.app.process.OperationContext;
import io.tidemark.app.process.ResourceScope;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.reports.failure.UnavailableException;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.ValueText;
import io.tidemark.sinks.consume.Begin;
import io.tidemark.sinks.sink.SinkClocks;
import io.tidemark.sinks.sink.SinkOptions;
import io.tidemark.sinks.sink.StoreSink;
import io.tidemark.sinks.store.address.StoreAddress;
import io.tidemark.sinks.store.read.ResultReader;
import io.tidemark.sinks.store.retention.Retention;
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

    /** It is unknown whether the streams of another cluster run at all; if not, the user should learn of that soon. */
    private static final Duration SETTLE_TIMEOUT_REMOTE = Duration.ofSeconds(90);

    /** Streams of a stack of our own are known to run: on a machine that has little time for them they are slow. */
    private static final Duration SETTLE_TIMEOUT_LOCAL = Duration.ofMinutes(10);

    private final ResourceScope parts;
    private final ClusterConnection connection;
    private final StoreAddress store;
    private final ResultReader results;

    private final boolean own;

    private Backend(ResourceScope parts, boolean own, ClusterConnection connection, StoreAddress store) {
        this.parts = parts;
        this.own = own;
        this.store = store;
        this.connection = connection;
        this.results = parts.register(store.openReader());
    }

    /** @param store the result store; empty for the stack's own */
    public static Backend open(
            OperationContext context, Optional<ClusterConnection> named, Team team, Optional<StoreLocation> store) {
        return ResourceScope.open(parts -> named.map(
                        cluster -> remote(context, parts, new Remote(cluster, team, store)))
                .orElseGet(() -> local(context, parts, team, store)));
    }

    public ClusterConnection connection() {
        return connection;
    }

    public ResultReader results() {
        return results;
    }

    /** Where the results are. */
    public StoreAddress store() {
        return store;
    }

    /** For how long nothing new may come of a run whose results are awaited. */
    public Duration quietPeriod() {
        return own ? SETTLE_TIMEOUT_LOCAL : SETTLE_TIMEOUT_REMOTE;
    }

    @Override
    public void close() {
        parts.close();
    }

    private static Backend remote(OperationContext context, ResourceScope parts, Remote remote) {
        remote.cluster().requireReadyFor(remote.team());
        StoreAddress store = remote.store()
                .orElseGet(() -> StoreLocation.inHome(context.home()))
                .address(context.environment());
        SinkOptions options = remote.cluster().sink(store, Set.of(remote.team()), retentionOfOneCommand(store));
        SinkClocks clocks = new SinkClocks(context.nanoClock(), context.wallClock());
        if (remote.store().isPresent()) {
            parts.register(StoreSink.start(options, clocks));
        } else {
            beginWithWhatComes(parts.register(StoreSink.start(options.beginning(Begin.NEWEST), clocks)), store);
        }
        return new Backend(parts, false, remote.cluster(), store);
    }

    /** The default store is for the runs of this home, not for all that the team's topics hold: it begins with the first of them. */
    private static void beginWithWhatComes(StoreSink sink, StoreAddress store) {
        if (!sink.awaitCaughtUp(BEGINS_WITHIN)) {
            throw new UnavailableException("the results cannot be kept in " + store + ": "
                    + sink.status().lastError().orElse("Kafka does not say where the team's topics end")
                    + " (" + ValueText.duration(BEGINS_WITHIN) + ")");
        }
    }

    private static Backend local(
            OperationContext context, ResourceScope parts, Team team, Optional<StoreLocation> store) {
        Optional<StackFile.Entry> up = StackFile.in(context.home()).up();
        up.ifPresent(stack -> requireLasting(stack, context.home()));
        up.ifPresent(stack -> requireRunning(stack, team, context.home()));
        if (up.isPresent()) {
            LocalStack.bootstrap(up.get().connection(), List.of(team));
            return new Backend(
                    parts,
                    false,
                    up.get().connection(),
                    storeOf(up.get(), store, context).address(context.environment()));
        }
        StackFile.Entry own =
                parts.register(StackProcess.start(context, team, store)).entry();
        return new Backend(parts, true, own.connection(), own.place().address(context.environment()));
    }

    /** A server's store is kept by its sinks: one command, which knows nothing of their retention, takes nothing out of it. */
    private static Retention retentionOfOneCommand(StoreAddress store) {
        return store instanceof StoreAddress.OnServer ? Retention.FOR_GOOD : Retention.DEFAULT;
    }

    /** Where a stack stores, and where the password is that was named, or else the stack's. */
    static StoreLocation storeOf(StackFile.Entry stack, Optional<StoreLocation> named, OperationContext context) {
        if (named.isPresent() && !named.get().anywhere().text().equals(stack.store())) {
            throw new InvalidInputException(
                    "--store " + named.get().text() + " is not where the stack that is up in " + context.home()
                            + " stores, which is " + stack.store() + ": leave --store away, or end that stack first");
        }
        return named.filter(place -> place.passwordFile().isPresent()).orElseGet(stack::place);
    }

    /** What is measured on another command's stack is lost when that ends. */
    private static void requireLasting(StackFile.Entry stack, Path home) {
        if (stack.endsWithCommand() && stack.pid() != ProcessHandle.current().pid()) {
            throw new UnavailableException("the stack in " + home + " was started by another run (process "
                    + stack.pid()
                    + ") for itself and ends with it. For several runs at a time start `tidemark up` first;"
                    + " else wait for that run's end, or give another home (TIDEMARK_HOME)");
        }
    }

    /** A load whose results do not come is not worth its time. */
    private static void requireRunning(StackFile.Entry stack, Team team, Path home) {
        stack.stopped(team).ifPresent(reason -> {
            throw new UnavailableException("the streams of team " + team + " do not run in the stack that is up in "
                    + home + ", so that a run has no results: " + reason
                    + ". The log of `tidemark up` says more; other teams are not affected");
        });
    }

    private record Remote(ClusterConnection cluster, Team team, Optional<StoreLocation> store) {}
}
