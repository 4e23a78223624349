package io.tidemark.app.cli;

import io.tidemark.app.CommandException;
import io.tidemark.streams.HostGroup;
import io.tidemark.streams.StreamsOptions;
import java.time.Duration;
import java.util.Locale;
import picocli.CommandLine.Option;

/** How large a streams host is, and how it shares the work with others. */
final class HostOptions {
    private static final Duration SCAN_EVERY = Duration.ofSeconds(3);

    @Option(
            names = "--threads",
            paramLabel = "N",
            defaultValue = "1",
            description = "Stream threads for each team. Default: ${DEFAULT-VALUE}")
    private int threads = 1;

    @Option(
            names = "--series",
            paramLabel = "N",
            defaultValue = "1000",
            description =
                    "Most series of a team that this host keeps; classes beyond that are counted as class \"other\"."
                            + " Default: ${DEFAULT-VALUE}")
    private int series = 1_000;

    @Option(
            names = "--standbys",
            paramLabel = "N",
            defaultValue = "0",
            description = "Copies of each team's state on other hosts, for a quick takeover; classic protocol only."
                    + " Default: ${DEFAULT-VALUE}")
    private int standbys;

    @Option(
            names = "--protocol",
            paramLabel = "classic|streams",
            defaultValue = "classic",
            description =
                    "How hosts share a team's tasks: Kafka's classic group protocol, or that of KIP-1071, for which the"
                            + " brokers hand them out. Default: ${DEFAULT-VALUE}")
    private String protocol = "classic";

    @Option(
            names = "--internal-partitions",
            paramLabel = "N",
            defaultValue = "4",
            description =
                    "Partitions of a team's internal topics, so many tasks its runs are spread over; for good, once the"
                            + " team has run. Default: ${DEFAULT-VALUE}")
    private int internalPartitions = 4;

    StreamsOptions.Tuning tuning() {
        try {
            return new StreamsOptions.Tuning(
                    threads, internalPartitions, SCAN_EVERY, series, new HostGroup(protocol(), standbys));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage(String.valueOf(e.getMessage()));
        }
    }

    private HostGroup.Protocol protocol() {
        try {
            return HostGroup.Protocol.valueOf(protocol.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw CommandException.usage("--protocol must be classic or streams but was " + protocol);
        }
    }
}
