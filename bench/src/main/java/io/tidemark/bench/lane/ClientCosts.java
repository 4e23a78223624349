package io.tidemark.bench.lane;

/**
 * What a run took, from its step's start to its end.
 *
 * @param cpuNanos of the whole process
 * @param laneCpuNanos of the thread that stamps
 * @param laneBytes allocated on the heap by that thread
 * @param chunks that came
 * @param published chunks in the token batches that were handed over
 * @param gapP99Nanos between chunks of an answer, by the sketches of the events
 */
record ClientCosts(
        long wallNanos,
        long cpuNanos,
        long laneCpuNanos,
        long laneBytes,
        long chunks,
        long published,
        long gapP99Nanos,
        long lagP99Nanos) {
    static ClientCosts parse(String line) {
        String[] words = line.split(" ", -1);
        return new ClientCosts(
                Long.parseLong(words[0]),
                Long.parseLong(words[1]),
                Long.parseLong(words[2]),
                Long.parseLong(words[3]),
                Long.parseLong(words[4]),
                Long.parseLong(words[5]),
                Long.parseLong(words[6]),
                Long.parseLong(words[7]));
    }

    String line() {
        return wallNanos + " " + cpuNanos + " " + laneCpuNanos + " " + laneBytes + " " + chunks + " " + published + " "
                + gapP99Nanos + " " + lagP99Nanos;
    }
}
