package io.tidemark.faults;

import io.tidemark.events.Heartbeat;
import io.tidemark.events.ServerRole;
import io.tidemark.events.ServerSample;
import io.tidemark.events.StepState;
import io.tidemark.events.TokenBatch;
import io.tidemark.schemas.Keys;
import io.tidemark.schemas.Signal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;

/**
 * One run of two lanes and a scraped server in virtual time: stamps lie in the past, and records are sent as fast as Kafka takes them. What
 * is to come late is kept back until it is asked for. Not thread-safe.
 */
final class VirtualTimeLoad {
    private static final List<String> LANES = List.of("lane-0", "lane-1");
    private static final int ROLE_SEED = 17;
    /** Its end lies so long before the wall clock: nothing of it is written PROVISIONAL, and the last window that holds a value is over too. */
    private static final int ENDED_SECONDS_AGO = 400;

    private static final double TOKENS_PER_SECOND = 64;
    private static final int WAITING_VALUES = 7;
    private static final double HALF_SECOND = 0.5;

    private final Size size;
    private final Late late;
    private final EventSender sender;
    private final GeneratedEvents events = new GeneratedEvents(RealTimeLoad.RUN);
    private final List<Lane> lanes = new ArrayList<>();
    private final List<Runnable> held = new ArrayList<>();
    private final Set<String> lateLines = new HashSet<>();
    private final Instant start;
    private long requests;
    private boolean lateSent;

    /** How much of it there is. */
    record Size(int requestsPerSecond, int seconds) {}

    /** What may come late. */
    enum Kind {
        NOTHING,
        SAMPLES,
        HEARTBEATS,
        EVENTS
    }

    /** What is kept back: stamps of one kind in {@code [from, until)}; heartbeats and events of the second lane only. */
    record Late(Kind kind, int from, int until) {
        static final Late NEVER = new Late(Kind.NOTHING, 0, 0);

        boolean holds(Kind asked, int second) {
            return kind == asked && second >= from && second < until;
        }
    }

    private static final class Lane {
        final RequestGenerator draw;
        long drawn;
        long drawnBatches;
        long requests;
        long batches;
        long beats;

        Lane(RequestGenerator draw) {
            this.draw = draw;
        }
    }

    VirtualTimeLoad(Size size, Late late, EventSender sender) {
        this.size = size;
        this.late = late;
        this.sender = sender;
        LANES.forEach(name -> lanes.add(new Lane(new RequestGenerator(ROLE_SEED, name))));
        this.start = InstantSource.system()
                .instant()
                .truncatedTo(ChronoUnit.SECONDS)
                .minusSeconds(size.seconds + ENDED_SECONDS_AGO);
    }

    VirtualTimeLoad begin() {
        sender.send(Keys.run(RealTimeLoad.RUN), GeneratedEvents.control(start, events.run(start, "virtual", LANES)));
        sender.send(Keys.step(RealTimeLoad.RUN, 0), GeneratedEvents.control(start, step().build()));
        return this;
    }

    Instant at(int second) {
        return start.plusSeconds(second);
    }

    /** Sends what is stamped in these seconds. */
    void publish(int from, int until) {
        for (int second = from; second < until; second++) {
            for (int i = 0; i < size.requestsPerSecond; i++) {
                request(second, at(second).plusNanos((long) ((i + HALF_SECOND) * 1e9 / size.requestsPerSecond)));
            }
            sample(second);
            for (Lane lane : lanes) {
                sendHeartbeat(lane, second, second + 1 == size.seconds);
            }
        }
        sender.flush();
    }

    /** Sends what was kept back. */
    void publishLate() {
        held.forEach(Runnable::run);
        held.clear();
        lateSent = true;
        sender.flush();
    }

    private boolean keepsBack(Kind kind, int second) {
        return !lateSent && late.holds(kind, second);
    }

    /** The step is over. */
    void end() {
        Map<String, Long> byLane = new TreeMap<>();
        lanes.forEach(lane -> byLane.put(lane.draw.lane(), lane.requests));
        sender.send(
                Keys.step(RealTimeLoad.RUN, 0),
                GeneratedEvents.control(
                        start,
                        step().setEnded(at(size.seconds))
                                .setMeasureUntil(at(size.seconds))
                                .setRequestsByLane(byLane)
                                .build()));
        sender.flush();
    }

    boolean isLate() {
        return late.kind != Kind.NOTHING;
    }

    /** Of the ledger, those of events that were kept back. */
    Set<String> lateLines() {
        return Set.copyOf(lateLines);
    }

    /** The gauge that the server showed in a second. */
    static double waiting(int second) {
        return second % WAITING_VALUES;
    }

    private void request(int second, Instant end) {
        int number = (int) (requests++ % lanes.size());
        Lane lane = lanes.get(number);
        GeneratedRequest request = lane.draw.draw(lane.drawn++, end);
        long firstBatch = lane.drawnBatches;
        lane.drawnBatches += request.batches();
        if (number == 1 && keepsBack(Kind.EVENTS, second)) {
            lateLines.addAll(LedgerLines.batches(request, firstBatch));
            lateLines.add(LedgerLines.end(request));
            held.add(() -> handOver(lane, request, firstBatch));
        } else {
            handOver(lane, request, firstBatch);
        }
    }

    private void handOver(Lane lane, GeneratedRequest request, long firstBatch) {
        List<TokenBatch> batches = events.batches(request, firstBatch);
        List<String> lines = LedgerLines.batches(request, firstBatch);
        for (int i = 0; i < batches.size(); i++) {
            sender.send(batches.get(i), lines.get(i));
        }
        sender.send(events.end(request), LedgerLines.end(request));
        lane.requests++;
        lane.batches += request.batches();
    }

    private void sample(int second) {
        Instant scraped = at(second).plusMillis((long) (1_000 * HALF_SECOND));
        ServerSample sample = ServerSample.newBuilder()
                .setTarget(GeneratedEvents.TARGET)
                .setInstance("127.0.0.1:1")
                .setRole(ServerRole.ENGINE)
                .setScrapeStart(scraped)
                .setScrapeEnd(scraped)
                .setUp(true)
                .setValues(Map.of(
                        Signal.WAITING.id(),
                        waiting(second),
                        Signal.GENERATION_TOKENS.id(),
                        second * TOKENS_PER_SECOND))
                .build();
        sendOrHold(keepsBack(Kind.SAMPLES, second), () -> sender.send(sample));
    }

    /** What lanes announce is what they handed over: what is kept back is not announced either. */
    private void sendHeartbeat(Lane lane, int second, boolean closing) {
        boolean numbered = late.kind != Kind.EVENTS;
        Heartbeat beat = Heartbeat.newBuilder()
                .setRun(RealTimeLoad.RUN)
                .setLane(lane.draw.lane())
                .setLaneSeq(lane.beats++)
                .setAt(at(second + 1))
                .setPublishedThrough(
                        closing ? at(second + 1) : at(second + 1).minusSeconds(RequestGenerator.LONGEST_SECONDS + 1))
                .setTokenBatches(lane.batches)
                .setRequests(lane.requests)
                .setNextTokenBatch(numbered ? lane.batches : -1)
                .setNextRequest(numbered ? lane.requests : -1)
                .setStep(0)
                .setTarget(GeneratedEvents.TARGET)
                .setClosing(closing)
                .build();
        sendOrHold(lane == lanes.get(1) && keepsBack(Kind.HEARTBEATS, second), () -> sender.send(beat));
    }

    private void sendOrHold(boolean hold, Runnable sending) {
        if (hold) {
            held.add(sending);
        } else {
            sending.run();
        }
    }

    private StepState.Builder step() {
        return events.step(start, size.requestsPerSecond);
    }
}
