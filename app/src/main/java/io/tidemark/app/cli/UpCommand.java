package io.tidemark.app.cli;

import io.tidemark.app.ExitCode;
import io.tidemark.app.Surroundings;
import io.tidemark.app.Terminal;
import io.tidemark.app.stack.LocalStack;
import io.tidemark.app.stack.StackOptions;
import io.tidemark.app.watch.Watch;
import io.tidemark.cluster.Addresses;
import io.tidemark.schemas.Team;
import io.tidemark.streams.HostMeters;
import java.util.List;
import java.util.concurrent.Callable;
import picocli.CommandLine.Command;
import picocli.CommandLine.Mixin;
import picocli.CommandLine.Option;

/** {@code tidemark up}: the local stack. */
@Command(
        name = "up",
        mixinStandardHelpOptions = true,
        description = "Run the local stack: Kafka broker, schema registry, streams and result store, in this process.",
        footerHeading = "%nExamples:%n",
        footer = {"  tidemark up", "  tidemark up --team perf,nightly --kafka-port 9092 --registry-port 8081"})
final class UpCommand implements Callable<Integer> {
    private final Surroundings surroundings;

    @Option(
            names = "--team",
            split = ",",
            defaultValue = "default",
            description = "Teams to make topics for. Default: ${DEFAULT-VALUE}")
    private List<String> teams = List.of("default");

    @Option(
            names = "--host",
            defaultValue = "127.0.0.1",
            description = "Address that all of it listens on. Default: ${DEFAULT-VALUE}")
    private String host = "127.0.0.1";

    @Option(
            names = "--kafka-port",
            defaultValue = "0",
            description = "0: that of the last time, or a free one. Default: ${DEFAULT-VALUE}")
    private int kafkaPort;

    @Option(
            names = "--registry-port",
            defaultValue = "0",
            description = "0: that of the last time, or a free one. Default: ${DEFAULT-VALUE}")
    private int registryPort;

    @Mixin
    private final StoreOption store = new StoreOption();

    @Mixin
    private final RetentionOptions keep = new RetentionOptions();

    @Mixin
    private final WatchOptions watch = new WatchOptions();

    UpCommand(Surroundings surroundings) {
        this.surroundings = surroundings;
    }

    @Override
    public Integer call() throws InterruptedException {
        Terminal terminal = surroundings.terminal();
        List<Team> owners = teams.stream().map(Options::team).toList();
        requireAddresses();
        terminal.say("starting broker, registry, streams and store in " + surroundings.home() + " ...");
        StackOptions options = new StackOptions(surroundings.home(), host, kafkaPort, registryPort, owners)
                .withStore(store.given(surroundings))
                .keeping(keep.retention());
        Watch seen = watch.open(surroundings.closer());
        LocalStack stack = surroundings
                .closer()
                .keep(LocalStack.start(options, surroundings, new HostMeters(seen.meters(), watch.kafkasOwn())));
        terminal.say("  kafka      " + stack.connection().bootstrapServers());
        terminal.say("  registry   " + stack.connection().registry().url());
        terminal.say("  store      " + stack.store());
        seen.serve(stack::health).ifPresent(url -> watch.say(terminal, url));
        terminal.say("  teams      " + String.join(", ", teams));
        terminal.say(
                "It is up.  From another terminal here:  tidemark run --target http://HOST:PORT    tidemark report");
        terminal.say("Ctrl-C ends it; what it holds stays.");
        stack.awaitEnd();
        return ExitCode.INFRASTRUCTURE.code();
    }

    private void requireAddresses() {
        Options.valid("", () -> {
            Addresses.requireHost("--host", host);
            Addresses.requirePort("--kafka-port", kafkaPort);
            Addresses.requirePort("--registry-port", registryPort);
            return host;
        });
    }
}
