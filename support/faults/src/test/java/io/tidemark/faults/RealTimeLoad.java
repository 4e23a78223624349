package io.tidemark.faults;

import io.tidemark.events.Heartbeat;
import io.tidemark.events.StepState;
import io.tidemark.events.TokenBatch;
import io.tidemark.fixtures.process.Await;
import io.tidemark.schemas.Keys;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.TreeMap;

/**
 * One run of two lanes at a steady rate, in real time: a request is sent when it ends, and each second every lane announces what it
 * has handed over. Runs on a thread of its own.
 */
final class RealTimeLoad {
    static final String RUN = "01JABCDEFGHJKMNPQRSTVWXYZ0";
    private static final List<String> LANES = List.of("lane-0", "lane-1");

    /** For which results may be waited for. */
    private static final int MAX_OPEN_SECONDS = 600;

    private final FaultSettings settings;
    private final EventSender sender;
    private final String run;
    private final DeliveryAnomalies mischief;
    private final SplittableRandom random;
    private final PriorityQueue<Held> held = new PriorityQueue<>(Comparator.comparing(Held::at));
    private final GeneratedEvents events;
    private final List<LaneState> lanes = new ArrayList<>();
    private final Instant start;
    private final Thread thread;
    private volatile boolean failed;
    private volatile int seconds;
    private volatile Instant faultsFrom;

    private static final class LaneState {
        final RequestGenerator draw;
        long drawn;
        long drawnBatches;
        long requests;
        long batches;
        long beats;

        LaneState(RequestGenerator draw) {
            this.draw = draw;
        }
    }

    /** To be sent later. */
    private record Held(Instant at, Runnable sending) {}

    RealTimeLoad(FaultSettings settings, EventSender sender, DeliveryAnomalies mischief) {
        this(RUN, settings, sender, mischief);
    }

    RealTimeLoad(String run, FaultSettings settings, EventSender sender, DeliveryAnomalies mischief) {
        this.settings = settings;
        this.sender = sender;
        this.run = run;
        this.seconds = settings.seconds();
        this.mischief = mischief;
        this.random = new SplittableRandom(settings.seed() + 7);
        this.events = new GeneratedEvents(run);
        LANES.forEach(lane -> lanes.add(new LaneState(new RequestGenerator(settings.seed(), lane))));
        this.start =
                InstantSource.system().instant().truncatedTo(ChronoUnit.SECONDS).plusSeconds(1);
        this.faultsFrom = start;
        this.thread = new Thread(this::runAll, "load-" + run);
    }

    /** Starts sending. */
    RealTimeLoad begin() {
        sender.send(Keys.run(run), GeneratedEvents.control(start, events.run(start, "base", LANES)));
        sender.send(Keys.step(run, 0), GeneratedEvents.control(start, step().build()));
        thread.start();
        return this;
    }

    /** As {@link #begin}, until {@link #lastFromNow} says how long. */
    RealTimeLoad beginOpen() {
        seconds = MAX_OPEN_SECONDS;
        return begin();
    }

    /**
     * Lasts as long as the settings say, counted from now, and so do the moments of faults: on a busy machine the first results come
     * late, and a fault that strikes after the load's end shows nothing.
     */
    void lastFromNow() {
        long passed = Duration.between(start, InstantSource.system().instant()).toSeconds();
        faultsFrom = start.plusSeconds(Math.max(0, passed));
        seconds = settings.seconds() + (int) Math.max(0, passed);
    }

    Instant start() {
        return start;
    }

    /** Moments of faults count from here. */
    Instant faultsFrom() {
        return faultsFrom;
    }

    /** Ends it with the second after the next, where it would be longer. */
    void endSoon() {
        long passed = Duration.between(start, InstantSource.system().instant()).toSeconds();
        seconds = (int) Math.min(seconds, Math.max(0, passed) + 2);
    }

    boolean isRunning() {
        return thread.isAlive();
    }

    /** Waits for the last event to be acknowledged. */
    void await() throws InterruptedException {
        thread.join();
        if (failed) {
            throw new IllegalStateException("the load ended early");
        }
        sender.flush();
    }

    private void runAll() {
        failed = true;
        long second = 0;
        for (long n = 0; n < (long) settings.requestsPerSecond() * seconds; n++) {
            Instant due = start.plusNanos(n * 1_000_000_000L / settings.requestsPerSecond());
            for (; Duration.between(start, due).toSeconds() > second; second++) {
                sendHeartbeat(start.plusSeconds(second + 1), false);
            }
            Await.moment(due);
            send(lanes.get((int) (n % lanes.size())), due);
        }
        finish();
        failed = false;
    }

    private void send(LaneState lane, Instant now) {
        boolean mischievous = now.isBefore(start.plusMillis((long) (1_000 * settings.seconds() * mischief.until())));
        Instant end = mischievous && random.nextDouble() < mischief.old() ? now.minus(mischief.age()) : now;
        GeneratedRequest request = lane.draw.draw(lane.drawn++, end);
        long firstBatch = lane.drawnBatches;
        lane.drawnBatches += request.batches();
        if (mischievous && random.nextDouble() < mischief.heldBack()) {
            held.add(new Held(now.plus(mischief.hold()), () -> send(lane, request, firstBatch)));
        } else {
            send(lane, request, firstBatch);
        }
        if (mischievous && random.nextDouble() < mischief.twice()) {
            handOver(request, firstBatch);
        }
        while (!held.isEmpty() && !held.element().at().isAfter(now)) {
            held.remove().sending().run();
        }
    }

    private void send(LaneState lane, GeneratedRequest request, long firstBatch) {
        handOver(request, firstBatch);
        lane.requests++;
        lane.batches += request.batches();
    }

    private void handOver(GeneratedRequest request, long firstBatch) {
        List<TokenBatch> batches = events.batches(request, firstBatch);
        List<String> lines = LedgerLines.batches(request, firstBatch);
        for (int i = 0; i < batches.size(); i++) {
            sender.send(batches.get(i), lines.get(i));
        }
        sender.send(events.end(request), LedgerLines.end(request));
    }

    /** Events of a second are all handed over when the longest request that touched it has ended. */
    private void sendHeartbeat(Instant at, boolean closing) {
        for (LaneState lane : lanes) {
            sender.send(Heartbeat.newBuilder()
                    .setRun(run)
                    .setLane(lane.draw.lane())
                    .setLaneSeq(lane.beats++)
                    .setAt(at)
                    .setPublishedThrough(at.minusSeconds(RequestGenerator.LONGEST_SECONDS + 1))
                    .setTokenBatches(lane.batches)
                    .setRequests(lane.requests)
                    .setNextTokenBatch(mischief.sendsInOrder() ? lane.batches : -1)
                    .setNextRequest(mischief.sendsInOrder() ? lane.requests : -1)
                    .setStep(0)
                    .setTarget(GeneratedEvents.TARGET)
                    .setClosing(closing)
                    .build());
        }
    }

    private void finish() {
        held.forEach(late -> late.sending().run());
        Instant end = start.plusSeconds(seconds);
        Map<String, Long> requests = new TreeMap<>();
        lanes.forEach(lane -> requests.put(lane.draw.lane(), lane.requests));
        sender.send(
                Keys.step(run, 0),
                GeneratedEvents.control(
                        start,
                        step().setEnded(end)
                                .setMeasureUntil(end)
                                .setRequestsByLane(requests)
                                .build()));
        sendHeartbeat(end, true);
    }

    private StepState.Builder step() {
        return events.step(start, settings.requestsPerSecond());
    }
}
