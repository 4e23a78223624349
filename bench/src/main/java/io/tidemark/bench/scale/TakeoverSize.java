package io.tidemark.bench.scale;

import io.tidemark.streams.host.GroupOptions;
import java.time.Duration;
import java.util.List;

/**
 * What two hosts do before one is killed.
 *
 * @param before from the start of the load to the kill
 * @param requestsPerSecond of each of the runs
 */
public record TakeoverSize(List<GroupOptions> groups, Duration before, double requestsPerSecond) {
    public static final TakeoverSize STANDARD = new TakeoverSize(
            List.of(
                    GroupOptions.CLASSIC,
                    new GroupOptions(GroupOptions.Protocol.CLASSIC, 1),
                    new GroupOptions(GroupOptions.Protocol.STREAMS, 0)),
            Duration.ofSeconds(40),
            5);

    public TakeoverSize {
        groups = List.copyOf(groups);
    }
}
