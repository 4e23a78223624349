package io.tidemark.app.cli;

import io.tidemark.app.ExitCode;
import io.tidemark.app.Surroundings;
import io.tidemark.app.stack.Connection;
import io.tidemark.app.watch.SinkHealth;
import io.tidemark.app.watch.Watch;
import io.tidemark.sinks.sink.SinkClocks;
import io.tidemark.sinks.sink.StoreSink;
import io.tidemark.sinks.store.address.StoreAddress;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tidemark sink}: the result store's sink as its own process, for a cluster. */
@Command(
        name = "sink",
        mixinStandardHelpOptions = true,
        description = "Store what the teams' topics hold; rows and offsets in one transaction.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark sink --kafka broker-1:9092 --registry http://registry:8081 --teams perf --http 9465",
            "  tidemark sink --kafka broker-1:9092 --registry http://registry:8081"
                    + " --store 'jdbc:postgresql://db/tidemark?user=tidemark'"
        })
final class SinkCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private final TeamsOption teams = new TeamsOption();

    @Mixin
    private final WatchOptions watch = new WatchOptions();

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final RetentionOptions keep = new RetentionOptions();

    SinkCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        Connection connection = cluster.required(surroundings.home());
        StoreAddress into = store.orHome(surroundings);
        Watch seen = watch.open(surroundings.closer());
        StoreSink sink = surroundings
                .closer()
                .keep(StoreSink.start(
                        connection.sink(into, teams.only(), keep.retention()),
                        new SinkClocks(surroundings.nanoClock(), surroundings.wallClock()),
                        seen.meters()));
        surroundings
                .terminal()
                .sayf("sink from %s into %s, teams: %s.  Ctrl-C ends it.", connection.bootstrapServers(), into, teams);
        seen.serve(() -> SinkHealth.of(sink)).ifPresent(url -> watch.say(surroundings.terminal(), url));
        new CountDownLatch(1).await();
        return ExitCode.OK.code();
    }
}
