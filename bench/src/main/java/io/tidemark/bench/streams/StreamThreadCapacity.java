package io.tidemark.bench.streams;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.schemas.Team;
import java.util.concurrent.ExecutionException;

/** What a team's application reads on one stream thread when it has as much to read as it can, on this machine, now. */
public final class StreamThreadCapacity {
    private StreamThreadCapacity() {}

    /** Chunks per second, measured once after one round for the JIT. */
    public static double chunksPerSecond(BenchmarkCluster stack, BenchmarkContext bench, StreamsSize.Load load)
            throws InterruptedException, ExecutionException {
        PublishedTraffic traffic = PublishedTraffic.publish(stack, bench, new Team("published"), load);
        TopologyReader reader = new TopologyReader(stack, bench.nanos());
        reader.read(traffic.copy(stack, new Team("warm-up")), 1);
        ReadRate pace =
                reader.read(traffic.copy(stack, new Team("capacity")), 1).pace();
        return pace.recordsPerSecond() * traffic.chunksPerRecord();
    }
}
