package io.tidemark.bench.streams;

import io.tidemark.bench.Stack;
import io.tidemark.bench.Workbench;
import io.tidemark.schemas.Team;
import java.util.concurrent.ExecutionException;

/** What a team's application reads on one stream thread when it has as much to read as it can, on this machine, now. */
public final class Capacity {
    private Capacity() {}

    /** Chunks per second, measured once after one round for the JIT. */
    public static double chunksPerSecond(Stack stack, Workbench bench, StreamsSize.Load load)
            throws InterruptedException, ExecutionException {
        Traffic traffic = Traffic.publish(stack, bench, new Team("published"), load);
        TopologyReader reader = new TopologyReader(stack, bench.nanos());
        reader.read(traffic.copy(stack, new Team("warm-up")), 1);
        Pace pace = reader.read(traffic.copy(stack, new Team("capacity")), 1).pace();
        return pace.recordsPerSecond() * traffic.chunksPerRecord();
    }
}
