package io.tidemark.faults;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.SplittableRandom;

/** Draws the requests of a lane from the seed: the same number gives the same request, whatever happened before. */
record RequestGenerator(long seed, String lane) {
    /** Longest time from due to end that is drawn. */
    static final int LONGEST_SECONDS = 3;

    private static final int MAX_CHUNKS = 12;
    private static final long NANOS_PER_MILLI = 1_000_000;

    /** @param end when it ends: its due time lies as much earlier as it takes */
    GeneratedRequest draw(long number, Instant end) {
        SplittableRandom random = new SplittableRandom(seed * 1_000_003 + lane.hashCode() * 31L + number);
        long sentNanos = random.nextLong(5 * NANOS_PER_MILLI);
        boolean ok = random.nextDouble() >= 0.05;
        boolean silent = !ok && random.nextBoolean();
        List<Long> chunks = silent ? List.of() : chunks(random);
        int split = chunks.size() > 3 && random.nextBoolean() ? 1 + random.nextInt(chunks.size() - 1) : chunks.size();
        long tookNanos = sentNanos + (chunks.isEmpty() ? NANOS_PER_MILLI : chunks.get(chunks.size() - 1));
        Instant due = end.minusNanos(tookNanos).truncatedTo(ChronoUnit.MICROS);
        String requestClass = random.nextInt(3) == 0 ? "long" : "short";
        return new GeneratedRequest(lane, number, requestClass, due, sentNanos, chunks, ok, split);
    }

    private static List<Long> chunks(SplittableRandom random) {
        List<Long> chunks = new ArrayList<>();
        long at = 20 * NANOS_PER_MILLI + (long) (Math.pow(random.nextDouble(), 3) * 1_200 * NANOS_PER_MILLI);
        for (int left = 1 + random.nextInt(MAX_CHUNKS); left > 0; left--) {
            chunks.add(at);
            at += 1 + random.nextLong(120 * NANOS_PER_MILLI);
        }
        return List.copyOf(chunks);
    }
}
