package io.tidemark.bench.tune;

import io.tidemark.analysis.designeffect.BlockCounts;
import io.tidemark.simulator.config.ServerConfig;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;

/**
 * Measures a configuration's surface on the simulator: loads in steps around the capacity, each with several seeds. The first hundred requests are
 * on a server that was empty, and count by themselves.
 *
 * @param seconds that each run is measured after its warm-up; longer at loads so low that too few requests would come
 */
record SurfaceMeasurement(SimulatedWorkload workload, int seeds, double seconds) {
    private static final double STEP = 1.12;
    private static final double WARM_UP_SECONDS = 20;
    private static final double BLOCK_SECONDS = 10;
    private static final int COLD = 100;
    private static final int LEAST_REQUESTS = 250;
    private static final int BURST = 1_000;

    /** Loads are not tried further than this from the first. */
    private static final int MOST_STEPS = 40;

    /** Two thirds bad is far beyond the capacity. */
    private static final double CLEARLY_BAD = 0.66;

    private static final int MOST_IN_FLIGHT = 3_000;

    /** @param near requests per second where the capacity is expected: saves time, decides nothing */
    ResponseSurface of(ServerConfig server, double near) {
        List<SurfacePoint> points = new ArrayList<>();
        int step = 0;
        points.add(point(server, near));
        boolean firstHolds = points.get(0).share() <= SimulatedWorkload.ALLOWED;
        int direction = firstHolds ? 1 : -1;
        // On to the other side of the capacity, and one step further, for the slope there.
        int beyond = 0;
        while (beyond < 2 && Math.abs(step) < MOST_STEPS) {
            step += direction;
            SurfacePoint point = point(server, near * Math.pow(STEP, step));
            points.add(point);
            beyond += (point.share() <= SimulatedWorkload.ALLOWED) == firstHolds ? 0 : 1;
        }
        if (points.size() < 4) {
            points.add(point(server, near * Math.pow(STEP, -direction)));
        }
        double burstSeconds = new SimulatedClient(server, workload, 1).burst(BURST);
        return new ResponseSurface(points, BURST / burstSeconds);
    }

    private SurfacePoint point(ServerConfig server, double load) {
        long bad = 0;
        long requests = 0;
        long cold = 0;
        long coldBad = 0;
        double effects = 0;
        for (int seed = 1; seed <= seeds; seed++) {
            Counter counter = new Counter(load);
            new SimulatedClient(server, workload, seed * 7_919L).offer(load, counter);
            BlockCounts blocks = counter.blocks();
            bad += blocks.bad();
            requests += blocks.count();
            cold += counter.cold;
            coldBad += counter.coldBad;
            effects += Math.max(1, blocks.designEffect().orElse(1));
        }
        return new SurfacePoint(
                load, (double) bad / Math.max(1, requests), effects / seeds, (double) coldBad / Math.max(1, cold));
    }

    /** Counts requests by the block in which they were due, and the first ones by themselves. */
    private final class Counter implements SimulatedClient.Watch {
        private final double load;
        private final double untilSeconds;
        private final long[] bad;
        private final long[] count;
        private int numbered;
        private long cold;
        private long coldBad;
        private long badSoFar;

        Counter(double load) {
            this.load = load;
            this.untilSeconds = Math.max(WARM_UP_SECONDS + seconds, LEAST_REQUESTS / load);
            this.bad = new long[(int) ((untilSeconds - WARM_UP_SECONDS) / BLOCK_SECONDS)];
            this.count = new long[bad.length];
        }

        /** The request's block, or below 0 for one of the first. */
        @Override
        public int due(double atSeconds) {
            numbered++;
            if (atSeconds < WARM_UP_SECONDS) {
                return numbered <= COLD ? -1 : -2;
            }
            int block = (int) ((atSeconds - WARM_UP_SECONDS) / BLOCK_SECONDS);
            return numbered <= COLD ? -1 : Math.min(block, bad.length);
        }

        @Override
        public void ended(int tag, boolean isBad, double e2eSeconds) {
            if (tag == -1) {
                cold++;
                coldBad += isBad ? 1 : 0;
            }
            if (tag >= 0 && tag < bad.length) {
                count[tag]++;
                bad[tag] += isBad ? 1 : 0;
                badSoFar += isBad ? 1 : 0;
            }
        }

        @Override
        public boolean at(double now, int inFlight) {
            boolean hopeless =
                    badSoFar > CLEARLY_BAD * load * (untilSeconds - WARM_UP_SECONDS) || inFlight > MOST_IN_FLIGHT;
            return now < untilSeconds + workload.ttftSeconds() && !hopeless;
        }

        BlockCounts blocks() {
            // A server that is buried finishes nothing: what was due and did not end counts as bad.
            if (Arrays.stream(count).sum() < load * BLOCK_SECONDS) {
                return new BlockCounts((long) (BLOCK_SECONDS * 1e9), new long[] {100, 100}, new long[] {100, 100});
            }
            return new BlockCounts((long) (BLOCK_SECONDS * 1e9), count, bad);
        }
    }
}
