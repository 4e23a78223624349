package io.tidemark.bench.scale;

import io.tidemark.streams.HostGroup;
import java.time.Duration;
import java.util.List;

/**
 * What two hosts do before one is killed.
 *
 * @param before from the start of the load to the kill
 * @param requestsPerSecond of each of the runs
 */
public record TakeoverSize(List<HostGroup> groups, Duration before, double requestsPerSecond) {
    public static final TakeoverSize STANDARD = new TakeoverSize(
            List.of(
                    HostGroup.CLASSIC,
                    new HostGroup(HostGroup.Protocol.CLASSIC, 1),
                    new HostGroup(HostGroup.Protocol.STREAMS, 0)),
            Duration.ofSeconds(40),
            5);

    public TakeoverSize {
        groups = List.copyOf(groups);
    }
}
