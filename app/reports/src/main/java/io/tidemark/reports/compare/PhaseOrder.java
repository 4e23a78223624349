package io.tidemark.reports.compare;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.stream.Collectors;
import java.util.stream.IntStream;

/**
 * The order of a sequence of runs: blocks, each of which runs every phase once. A block's order is random; every second block is the one before
 * it in reverse, so that of any two phases neither is always first and a linear drift cancels out over each two blocks.
 *
 * @param blocks names of phases, in the order in which they run
 */
public record PhaseOrder(List<List<String>> blocks) {
    /** Label of the runs of one sequence. */
    public static final String SEQUENCE = "sequence";

    /** Label of the block that a run is of, from 1. */
    public static final String BLOCK = "sequence.block";

    public PhaseOrder {
        blocks = blocks.stream().map(List::copyOf).toList();
    }

    /**
     * One run of a sequence.
     *
     * @param number of the run, from 1
     * @param block that it is of, from 1
     */
    public record ScheduledRun(int number, int block, String phase) {
        /** Labels that record the run's place in its sequence. */
        public Map<String, String> labels(String sequence) {
            return Map.of(SEQUENCE, sequence, BLOCK, String.valueOf(block));
        }

        /** "run 3 of 10: block 2, phase tuned". */
        public String format(PhaseOrder order) {
            return "run %d of %d: block %d of %d, phase %s"
                    .formatted(
                            number, order.runs().size(), block, order.blocks().size(), phase);
        }
    }

    /** The same phases, repeats and seed give the same order. */
    public static PhaseOrder randomized(List<String> phases, int repeats, long seed) {
        SplittableRandom random = new SplittableRandom(seed);
        List<List<String>> blocks = new ArrayList<>();
        for (int block = 0; block < repeats; block++) {
            blocks.add(block % 2 == 0 ? shuffled(phases, random) : reversed(blocks.get(block - 1)));
        }
        return new PhaseOrder(blocks);
    }

    /** All runs, in order. */
    public List<ScheduledRun> runs() {
        List<ScheduledRun> turns = new ArrayList<>();
        IntStream.range(0, blocks.size())
                .forEach(block -> blocks.get(block)
                        .forEach(phase -> turns.add(new ScheduledRun(turns.size() + 1, block + 1, phase))));
        return turns;
    }

    /** "a b | b a". */
    public String format() {
        return blocks.stream().map(block -> String.join(" ", block)).collect(Collectors.joining(" | "));
    }

    /** Fisher and Yates' shuffle. */
    static List<String> shuffled(List<String> phases, SplittableRandom random) {
        List<String> order = new ArrayList<>(phases);
        for (int last = order.size() - 1; last > 0; last--) {
            Collections.swap(order, last, random.nextInt(last + 1));
        }
        return order;
    }

    private static List<String> reversed(List<String> block) {
        List<String> order = new ArrayList<>(block);
        Collections.reverse(order);
        return order;
    }
}
