package io.tidemark.producer.tally;

import io.tidemark.events.LaneStepEnd;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepPart;
import io.tidemark.producer.conversation.PlannedRequest;
import io.tidemark.producer.openai.ResponseSummary;
import io.tidemark.producer.schedule.LoadDriver;
import io.tidemark.producer.schedule.StepBounds;
import io.tidemark.producer.schedule.VirtualUserBackoff;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.sketch.LogHistogram;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.OptionalLong;
import java.util.TreeMap;

/** Counts of one step; as many numbers at its end as at its start. Confined to the lane's loop. */
public final class StepTally {
    private final StepBounds bounds;
    private final LoadDriver driver;
    private final long lagLimitNanos;
    private final Map<Outcome, Long> outcomes = new EnumMap<>(Outcome.class);
    private final LogHistogram lag = new LogHistogram();
    private final LogHistogram ttftDue = new LogHistogram();
    private final LogHistogram tpot = new LogHistogram();
    private final StepFlags flags;
    private final FigureDoubts doubts = new FigureDoubts();
    private final FailureTally failures = new FailureTally();
    private final InFlightPeak inFlight = new InFlightPeak();
    private final ThroughputTimeline output;
    private final SentInTimeCounter inSchedule;
    private final SentInTimeCounter inMeasuredPart;
    private final PrefixCacheTokens cacheTokens = new PrefixCacheTokens();
    private long due;
    private long sent;
    private long ended;
    private long begun;
    private long brokenOff;
    private long queued;
    private long stopped;

    /**
     * A step's counts, all 0.
     *
     * @param lagLimit how late after the measured part's end a measured request still counts as sent within the schedule
     */
    public StepTally(StepBounds bounds, LoadDriver driver, Duration lagLimit) {
        this(bounds, driver, lagLimit, Map.of());
    }

    /**
     * The same of a run with several targets.
     *
     * @param weights of its targets, by name
     */
    public StepTally(StepBounds bounds, LoadDriver driver, Duration lagLimit, Map<String, Integer> weights) {
        this.flags = new StepFlags(weights);
        this.bounds = bounds;
        this.driver = driver;
        this.lagLimitNanos = lagLimit.toNanos();
        this.output = new ThroughputTimeline(bounds.startNanos());
        this.inSchedule = new SentInTimeCounter(bounds);
        this.inMeasuredPart = new SentInTimeCounter(bounds);
    }

    public StepBounds bounds() {
        return bounds;
    }

    /** For a request's chunks. */
    public RequestOutputTimeline seconds() {
        return new RequestOutputTimeline(bounds.startNanos());
    }

    public void conversationBegun() {
        begun++;
    }

    public void conversationBrokenOff() {
        brokenOff++;
    }

    /** A place of a closed loop waits, because the server refuses. */
    public void paused(long fromNanos, VirtualUserBackoff pause) {
        long untilNanos = Math.min(fromNanos + pause.nanos(), bounds.noStartFromNanos());
        flags.paused(Math.max(untilNanos, fromNanos) - fromNanos);
    }

    /** A request waits for the concurrency cap. */
    public void queued() {
        queued++;
    }

    public void due(PlannedRequest request) {
        due++;
        output.due(request.dueNanos());
        inSchedule.settle();
        inMeasuredPart.settle();
    }

    /** @param lagNanos for how long nothing but this client kept it from being sent */
    public void sent(PlannedRequest request, long sentNanos, long lagNanos) {
        sent++;
        inFlight.started(sentNanos);
        if (sentNanos >= bounds.measureFromNanos()) {
            inMeasuredPart.add(sentNanos);
        }
        if (request.part() == StepPart.MEASURED) {
            lag.add(lagNanos);
            inSchedule.add(scheduled(request, lagNanos));
        }
    }

    /** What it waited for the cap is the server's doing, not the client's. */
    private long scheduled(PlannedRequest request, long lagNanos) {
        return request.dueNanos() + lagNanos - lagLimitNanos;
    }

    /** A request that ends because the run stops: it leaves the measured part. */
    public void stopped(PlannedRequest request, OptionalLong lagNanos) {
        if (request.part() == StepPart.MEASURED) {
            stopped++;
            lagNanos.ifPresent(nanos -> inSchedule.remove(scheduled(request, nanos)));
        }
    }

    /** Requests due in the measured part, without those that the end of the run took from it. */
    private long measuredDue() {
        return bounds.measured() - stopped;
    }

    /** @param seconds when its output came */
    public void ended(PlannedRequest request, RequestEvent event, RequestOutputTimeline seconds) {
        ended++;
        flags.ended(event);
        doubts.ended(event);
        failures.ended(event);
        if (request.part() == StepPart.MEASURED) {
            cacheTokens.ended(request.prompt(), event);
        }
        outcomes.merge(event.getOutcome(), 1L, Long::sum);
        long endNanos = request.dueNanos() + event.getEndNanos();
        if (event.getSentNanos() != null) {
            inFlight.ended(endNanos);
            recordRampEnd(endNanos);
        }
        if (event.getOutcome() == Outcome.OK) {
            ok(event, seconds, endNanos);
        }
    }

    private void recordRampEnd(long endNanos) {
        if (driver.isRampedUp(begun)) {
            output.startSteadyWindow(endNanos);
        }
    }

    private void ok(RequestEvent event, RequestOutputTimeline seconds, long endNanos) {
        int tokens = event.getOutputTokens() == null ? 0 : event.getOutputTokens();
        output.ok(endNanos, new ThroughputTimeline.Answered(tokens, event.getTokenSource(), seconds));
        if (event.getPart() == StepPart.MEASURED) {
            Metric.TTFT_DUE.nanos(event).ifPresent(ttftDue::add);
            Metric.TPOT.nanos(event).ifPresent(tpot::add);
        }
    }

    public StepCounts counts(StepCounts.Now now) {
        return new StepCounts(
                due,
                sent,
                ended,
                outcomes.getOrDefault(Outcome.DROPPED, 0L),
                measuredDue(),
                inSchedule.count(),
                now,
                inFlight.peak(),
                outcomes);
    }

    /** What the lane that leads must know of it. */
    public LaneStepEnd.Builder laneStepEnd() {
        Map<String, Long> named = new TreeMap<>();
        outcomes.forEach((outcome, count) -> named.put(outcome.name(), count));
        StepThroughput flow = flow();
        return LaneStepEnd.newBuilder()
                .setDue(due)
                .setSent(sent)
                .setMeasuredDue(measuredDue())
                .setSentInSchedule(inSchedule.count())
                .setSentInMeasuredPart(inMeasuredPart.count())
                .setMeasureUntilNanos(bounds.minMeasureUntilNanos() - bounds.startNanos())
                .setScheduleLag(ByteBuffer.wrap(lag.encode()))
                .setInFlightPeak(inFlight.peak())
                .setConversations(begun)
                .setConversationsBrokenOff(brokenOff)
                .setQueuedRequests(queued)
                .setOkRequests(flow.output().requests())
                .setOkOutputTokens(flow.output().tokens())
                .setOutcomes(named);
    }

    public List<FailureCause.Counted> failures() {
        return failures.causes();
    }

    /** What an answer that is OK holds beside what its event says. */
    public void answered(StepPart part, ResponseSummary answer) {
        flags.answered(part, answer);
    }

    public StepFlags flags() {
        return flags;
    }

    public FigureDoubts doubts() {
        return doubts;
    }

    public StepOfferedLoad offered() {
        return offeredUntil(bounds.minMeasureUntilNanos());
    }

    /** While the step lasts: a measured part whose end is known beforehand has lasted until now, not until then. */
    public StepOfferedLoad offeredSoFar(long nowNanos) {
        return offeredUntil(Math.min(nowNanos, bounds.minMeasureUntilNanos()));
    }

    private StepOfferedLoad offeredUntil(long untilNanos) {
        return StepOfferedLoad.of(
                bounds.plan(), bounds.measured(), inMeasuredPart.count(), untilNanos - bounds.measureFromNanos());
    }

    public PrefixCacheTokens cacheTokens() {
        return cacheTokens;
    }

    public StepThroughput flow() {
        OptionalLong peakAt = inFlight.peak() == 0
                ? OptionalLong.empty()
                : OptionalLong.of(inFlight.peakNanos() - bounds.startNanos());
        return new StepThroughput(peakAt, new StepThroughput.Conversations(begun, brokenOff, queued), output.output());
    }

    public RunProgress.Latencies latencies() {
        return new RunProgress.Latencies(p99(lag), p99(ttftDue), p99(tpot));
    }

    private static OptionalLong p99(LogHistogram sketch) {
        return sketch.isEmpty() ? OptionalLong.empty() : OptionalLong.of(sketch.quantile(0.99));
    }
}
