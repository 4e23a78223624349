package io.tidemark.producer.workers;

import java.util.List;
import java.util.stream.IntStream;

/**
 * One lane's share of a run. Every lane draws the same schedule and the same conversations and takes those whose number leaves
 * its index when divided by the number of lanes: shares are disjoint, and together they are the whole.
 *
 * @param index from 0; the lane with index 0 leads
 * @param count lanes of the run
 */
public record WorkerShare(int index, int count) {
    /** Of a run with one lane. */
    public static final WorkerShare WHOLE = new WorkerShare(0, 1);

    public WorkerShare {
        if (count < 1 || index < 0 || index >= count) {
            throw new IllegalArgumentException("a lane's index must be in [0, " + count + ") but was " + index);
        }
    }

    public boolean isWhole() {
        return count == 1;
    }

    public boolean isLeader() {
        return index == 0;
    }

    /** Whether the thing of that number, from 0, is this lane's. */
    public boolean owns(long number) {
        return number % count == index;
    }

    /** How many of so many things are this lane's; the first lanes get the remainder. */
    public int part(int total) {
        return total / count + (index < total % count ? 1 : 0);
    }

    /** This lane's name in a run of several. */
    public String lane() {
        return lane(index);
    }

    /** The names of all lanes of a run of several, the leader first. */
    public List<String> lanes() {
        return IntStream.range(0, count).mapToObj(WorkerShare::lane).toList();
    }

    private static String lane(int index) {
        return "lane-" + index;
    }
}
