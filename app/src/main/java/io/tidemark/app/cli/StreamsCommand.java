package io.tidemark.app.cli;

import io.tidemark.app.ExitCode;
import io.tidemark.app.Surroundings;
import io.tidemark.app.stack.Connection;
import io.tidemark.app.watch.StreamsHealth;
import io.tidemark.app.watch.Watch;
import io.tidemark.streams.HostMeters;
import io.tidemark.streams.StreamsHost;
import io.tidemark.streams.StreamsOptions;
import java.util.concurrent.Callable;
import java.util.concurrent.CountDownLatch;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;

/** {@code tidemark streams}: the topologies as their own process, for a cluster. */
@Command(
        name = "streams",
        mixinStandardHelpOptions = true,
        description = "Compute windows, breaches and step results: one Streams application per team, in this process.",
        footerHeading = "%nExamples:%n",
        footer = {
            "  tidemark streams --kafka broker-1:9092 --registry http://registry:8081",
            "  tidemark streams --kafka broker-1:9092 --registry http://registry:8081 --teams perf,nightly --http 9464"
        })
final class StreamsCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Mixin
    private final ClusterOptions cluster = new ClusterOptions();

    @Mixin
    private final TeamsOption teams = new TeamsOption();

    @Mixin
    private final HostOptions host = new HostOptions();

    @Mixin
    private final WatchOptions watch = new WatchOptions();

    StreamsCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        StreamsOptions.Tuning tuning = host.tuning();
        Connection connection = cluster.required(surroundings.home());
        Watch seen = watch.open(surroundings.closer());
        StreamsHost streams = surroundings
                .closer()
                .keep(StreamsHost.start(
                        connection
                                .streams(surroundings.home().resolve("streams"), teams.only())
                                .withTuning(tuning),
                        surroundings.wallClock(),
                        new HostMeters(seen.meters(), watch.kafkasOwn())));
        surroundings
                .terminal()
                .sayf("streams on %s, teams: %s.  Ctrl-C ends it.", connection.bootstrapServers(), teams);
        seen.serve(() -> StreamsHealth.of(streams)).ifPresent(url -> watch.say(surroundings.terminal(), url));
        new CountDownLatch(1).await();
        return ExitCode.OK.code();
    }
}
