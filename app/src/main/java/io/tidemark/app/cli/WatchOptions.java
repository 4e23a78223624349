package io.tidemark.app.cli;

import io.tidemark.app.Closer;
import io.tidemark.app.CommandException;
import io.tidemark.app.Terminal;
import io.tidemark.app.watch.Watch;
import io.tidemark.app.watch.WatchAddress;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** Whether and where a process tells how it is. */
final class WatchOptions {
    @Option(
            names = "--http",
            paramLabel = "[HOST:]PORT",
            description =
                    "Answer /metrics, /health and /health/live there; without HOST on loopback only. Default: nowhere.")
    private @Nullable String address;

    @Option(
            names = "--kafka-meters",
            description = "Kafka's own meters on /metrics too: some hundred per team and process.")
    private boolean kafkasOwn;

    Watch open(Closer closer) {
        try {
            return Watch.open(closer, Optional.ofNullable(address).map(WatchAddress::parse));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--http " + e.getMessage());
        }
    }

    boolean kafkasOwn() {
        return kafkasOwn;
    }

    void say(Terminal terminal, String url) {
        terminal.sayf("  %s/health  %s/metrics", url, url);
    }
}
