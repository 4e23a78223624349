package io.tidemark.producer.workload;

import io.tidemark.producer.plan.workload.WorkloadPlan;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.SplittableRandom;

/**
 * What a run asks: its files are read once and shared out to the steps, so that no step asks what another has asked unless
 * reuse is the workload.
 */
public final class RunWorkload {
    private static final long SHARED = 0x7165_6d61_726bL;

    private final WorkloadSource source;
    private final WorkloadParameters draw;
    private final List<String> remarks;

    private RunWorkload(WorkloadSource source, WorkloadParameters draw, List<String> remarks) {
        this.source = source;
        this.draw = draw;
        this.remarks = List.copyOf(remarks);
    }

    /** @throws WorkloadException naming file and line of what is not as it should be, or the file that cannot be read and why */
    public static RunWorkload open(WorkloadPlan plan, WorkloadParameters draw) {
        WorkloadSourceFactory sources = new WorkloadSourceFactory();
        try {
            return new RunWorkload(sources.open(plan, draw), draw, sources.remarks());
        } catch (IllegalArgumentException e) {
            throw new WorkloadException(e);
        } catch (UncheckedIOException e) {
            throw new WorkloadException(e);
        }
    }

    /**
     * A step's workload, from its beginning.
     *
     * @param step from 0
     * @param lengths seeded by the plan, so that every phase is asked the same lengths in the same order
     * @param words seeded by the run, so that no run finds another's made-up prompts in a prefix cache
     */
    public Workload step(int step, SplittableRandom lengths, SplittableRandom words) {
        long distinct = draw.reuse() ? 0 : step + 1;
        StepRandomness.Shared shared = new StepRandomness.Shared(
                new SplittableRandom((draw.planSeed() ^ SHARED) + distinct),
                new SplittableRandom((draw.runSeed() ^ SHARED) + distinct));
        return source.step(new StepRandomness(step, lengths, words, shared));
    }

    /** What is to be known before the run, such as a file with too few prompts; in sentences. */
    public List<String> remarks() {
        return remarks;
    }

    /** By what lengths in tokens are aimed. */
    public String tokenCounting() {
        return draw.lengths().source();
    }
}
