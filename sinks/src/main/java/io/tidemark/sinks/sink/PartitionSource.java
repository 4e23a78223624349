package io.tidemark.sinks.sink;

import java.util.List;

/** Lists the partitions to read, as they are now. */
@FunctionalInterface
interface PartitionSource {
    List<FollowedPartition> partitions();
}
