package io.tidemark.app.cli.operate;

import io.tidemark.app.cli.shared.OptionParser;
import io.tidemark.reports.failure.InvalidInputException;
import io.tidemark.schemas.kafka.TeamClientIds;
import io.tidemark.streams.host.GroupOptions;
import io.tidemark.streams.host.StreamsOptions;
import java.time.Duration;
import java.util.Locale;
import java.util.Optional;
import org.jspecify.annotations.Nullable;
import picocli.CommandLine.Option;

/** How large a streams host is, and how it shares the work with others. */
final class StreamsHostOptions {
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
                    "Maximum series, and runs, per team on this host; further classes are counted as class \"other\"."
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
                    "How hosts share a team's tasks: Kafka's classic group protocol, or that of KIP-1071, where brokers"
                            + " assign the tasks. Default: ${DEFAULT-VALUE}")
    private String protocol = "classic";

    @Option(
            names = "--instance",
            paramLabel = "NAME",
            description =
                    "What this host is called among those of a team (group.instance.id), and no other: its pod's name;"
                            + " classic protocol only. Default: an id in its home")
    private @Nullable String instance;

    @Option(
            names = "--internal-partitions",
            paramLabel = "N",
            defaultValue = "4",
            description =
                    "Partitions of a team's internal topics, and so the number of tasks for its runs; fixed once the"
                            + " team has run. Default: ${DEFAULT-VALUE}")
    private int internalPartitions = 4;

    /** @throws InvalidInputException naming the option that cannot be */
    StreamsOptions.Tuning tuning() {
        int most = TeamClientIds.MAX_STREAM_THREADS;
        OptionParser.requireAtLeast("--threads", threads, 1);
        OptionParser.require(threads <= most, "--threads must be <= " + most + " but was " + threads);
        OptionParser.requireAtLeast("--internal-partitions", internalPartitions, 1);
        OptionParser.requireAtLeast("--series", series, 1);
        return new StreamsOptions.Tuning(threads, internalPartitions, SCAN_EVERY, series, group());
    }

    private GroupOptions group() {
        GroupOptions.Protocol shared = protocol();
        if (standbys > 0 && shared == GroupOptions.Protocol.STREAMS) {
            throw new InvalidInputException("--standbys must be 0 with --protocol streams but was " + standbys
                    + ": that protocol sets them in the group at the brokers, streams.num.standby.replicas");
        }
        if (instance != null && shared == GroupOptions.Protocol.STREAMS) {
            throw new InvalidInputException("--instance does not go together with --protocol streams but was "
                    + instance + ": members of that protocol have no lasting place");
        }
        OptionParser.requireAtLeast("--standbys", standbys, 0);
        return OptionParser.parse(
                "--instance: ", () -> new GroupOptions(shared, standbys, Optional.ofNullable(instance)));
    }

    private GroupOptions.Protocol protocol() {
        try {
            return GroupOptions.Protocol.valueOf(protocol.toUpperCase(Locale.ROOT));
        } catch (IllegalArgumentException e) {
            throw new InvalidInputException("--protocol must be classic or streams but was " + protocol);
        }
    }
}
