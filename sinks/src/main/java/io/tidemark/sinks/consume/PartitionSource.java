package io.tidemark.sinks.consume;

import java.util.List;

/** Lists the partitions to read, as they are now. */
@FunctionalInterface
public interface PartitionSource {
    public List<FollowedPartition> partitions();
}
