package io.tidemark.analysis.search;

import io.tidemark.analysis.designeffect.BlockCounts;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalDouble;
import java.util.stream.IntStream;
import java.util.stream.Stream;

/**
 * A probe of one load: it records every due request and its outcome, and decides when the evidence suffices. Requests count in the
 * block of seconds in which they were due; blocks count in their order, each once all of its requests are over, so that slow ones are
 * not left out. Counts are divided by the design effect: what the blocks' scatter shows of the bad requests, or of as many of the
 * slowest as may be bad where that is more, together with what was known before. Not thread-safe.
 */
public final class Probe {
    /** Requests that are over, of which an objective that applies to none of them is taken to apply to none that is to come. */
    private static final int TELLING = 100;

    private final double load;
    private final ProbeRules rules;
    private final DesignEffectPrior before;
    private final List<LimitUsageBlocks> objectives;
    private final List<Integer> open = new ArrayList<>();
    private final QueueGrowth growth = new QueueGrowth();
    private final boolean isRamp;
    private final int blockSeconds;
    private final RequestDurations lengths;
    private int seconds;
    private long over;
    private int judgedBlocks;

    Probe(double load, ProbeRules rules, boolean isRamp, int blockSeconds, DesignEffectPrior before) {
        this.load = load;
        this.isRamp = isRamp;
        this.blockSeconds = blockSeconds;
        this.lengths = new RequestDurations(blockSeconds);
        this.rules = rules;
        this.before = before;
        this.objectives = rules.limits().stream()
                .map(limit -> new LimitUsageBlocks(blockSeconds))
                .toList();
    }

    /** Of requests per second, or in flight. */
    public double load() {
        return load;
    }

    /** A request was due, so many seconds after the measured part began; returns its block. */
    public int addDue(double atSeconds) {
        int block = (int) (atSeconds / blockSeconds);
        while (open.size() <= block) {
            open.add(0);
        }
        open.set(block, open.get(block) + 1);
        return block;
    }

    /**
     * A request is over.
     *
     * @param block in which it was due
     * @param used of each objective's limit: beyond 1 is bad, infinite not ok, NaN left out
     */
    public void addEnded(int block, double... used) {
        over++;
        open.set(block, open.get(block) - 1);
        for (int objective = 0; objective < used.length; objective++) {
            objectives.get(objective).add(block, used[objective]);
        }
    }

    /** A request that was due is not of the measured part after all. */
    public void removeDue(int block) {
        open.set(block, open.get(block) - 1);
    }

    /** A request has its first token, so long after it was due. */
    public void addFirstToken(double ttftSeconds) {
        growth.addFirstToken(ttftSeconds);
    }

    /** How long an ok request took to its end. */
    public void addDuration(double e2eSeconds) {
        lengths.add(e2eSeconds);
    }

    /**
     * Another second of the measured part is over; the result, once there is one.
     *
     * @param longestWaitSeconds since the request was due that waits longest for its first token; empty where none waits
     */
    public Optional<ProbeResult> endSecond(int inFlight, OptionalDouble longestWaitSeconds) {
        seconds++;
        growth.endSecond(inFlight, longestWaitSeconds);
        if (growth.isGrowing()) {
            return Optional.of(result(ProbeEnd.QUEUE_GROWS, judged()));
        }
        int complete = completeBlocks();
        if (complete == judgedBlocks && seconds < longestSeconds()) {
            return Optional.empty();
        }
        judgedBlocks = complete;
        List<ObjectiveDecision> stands = judged();
        if (complete >= ProbeRules.minBlocks(blockSeconds) && stand(stands) != LimitDecision.OPEN) {
            return Optional.of(result(ProbeEnd.DECIDED, stands));
        }
        boolean enough =
                (complete >= ProbeRules.minBlocks(blockSeconds) && over >= TELLING) || seconds >= longestSeconds();
        if (enough && stands.stream().anyMatch(stand -> stand.n() == 0)) {
            return Optional.of(result(ProbeEnd.NOTHING_TO_JUDGE, stands));
        }
        boolean sawEnough = isRamp
                && complete >= ProbeRules.minRampBlocks(blockSeconds)
                && stands.stream().allMatch(stand -> stand.n() > 0);
        if (sawEnough) {
            return Optional.of(result(ProbeEnd.TOO_LONG, stands));
        }
        return seconds < longestSeconds() ? Optional.empty() : Optional.of(result(ProbeEnd.TOO_LONG, stands));
    }

    /** As it stands, when it is ended from outside. */
    public ProbeResult stopped() {
        return result(ProbeEnd.STOPPED, judged());
    }

    /** So far. */
    public List<ObjectiveDecision> judged() {
        int together = lengths.blocksTogether();
        return IntStream.range(0, objectives.size())
                .mapToObj(objective -> judged(objective, together))
                .toList();
    }

    private ObjectiveDecision judged(int objective, int together) {
        double limit = rules.limits().get(objective);
        int complete = completeBlocks();
        BlockCounts bad = objectives.get(objective).bad(complete).merged(together);
        BlockCounts slowest = objectives
                .get(objective)
                .blocksWithHighestUsage(limit, complete)
                .merged(together);
        OptionalDouble seen = Stream.of(bad, slowest)
                .flatMapToDouble(blocks -> blocks.designEffect().stream())
                .max();
        double effect = before.with(objective, seen, bad.size());
        LimitDecision stand = new SequentialLimitTest(limit).decide(bad.bad() / effect, bad.count() / effect);
        return new ObjectiveDecision(stand, bad.count(), bad.bad(), effect);
    }

    private ProbeResult result(ProbeEnd end, List<ObjectiveDecision> stands) {
        return new ProbeResult(load, stand(end, stands), end, seconds, blockSeconds, completeBlocks(), stands);
    }

    private LimitDecision stand(ProbeEnd end, List<ObjectiveDecision> stands) {
        if (end == ProbeEnd.QUEUE_GROWS) {
            return LimitDecision.BREAKS;
        }
        return completeBlocks() < ProbeRules.minBlocks(blockSeconds) ? LimitDecision.OPEN : stand(stands);
    }

    private static LimitDecision stand(List<ObjectiveDecision> stands) {
        return LimitDecision.of(stands.stream().map(ObjectiveDecision::decision).toList());
    }

    private int completeBlocks() {
        int over = seconds / blockSeconds;
        int complete = 0;
        while (complete < over && (complete >= open.size() || open.get(complete) == 0)) {
            complete++;
        }
        return complete;
    }

    private int longestSeconds() {
        return rules.maxSeconds(blockSeconds);
    }
}
