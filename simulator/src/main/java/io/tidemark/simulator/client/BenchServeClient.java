package io.tidemark.simulator.client;

import io.tidemark.simulator.engine.Engine;
import io.tidemark.simulator.engine.RequestProgress;
import io.tidemark.simulator.engine.StepResult;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;

/**
 * The client of {@code vllm bench serve} in virtual time: requests are sent when they are due, or, once as many are in flight
 * as may be, when one of those has ended. Several plays follow each other against the same engine, whose cache stays as it
 * is. Not thread-safe.
 */
public final class BenchServeClient {
    private final Engine engine;
    private final long frontNanos;
    private final int maxConcurrency;
    private final Deque<RequestArrival> due = new ArrayDeque<>();
    private final Deque<Sent> onTheWay = new ArrayDeque<>();
    private final Map<String, Answer> open = new HashMap<>();
    private final List<RequestTrace> ended = new ArrayList<>();
    private long nowNanos;
    private long freedNanos;

    /**
     * @param frontNanos time between the sending of a request and its arrival in the engine
     * @param maxConcurrency most requests in flight, at least 1
     */
    public BenchServeClient(Engine engine, long frontNanos, int maxConcurrency) {
        this.engine = engine;
        this.frontNanos = frontNanos;
        this.maxConcurrency = maxConcurrency;
    }

    /** Plays arrivals that are counted from {@code startNanos}; what became of them, in the order in which they ended. */
    public List<RequestTrace> play(List<RequestArrival> arrivals, long startNanos) {
        ended.clear();
        arrivals.stream()
                .sorted(Comparator.comparingLong(RequestArrival::atNanos))
                .map(it -> new RequestArrival(startNanos + it.atNanos(), it.request()))
                .forEach(due::add);
        nowNanos = Math.max(nowNanos, startNanos);
        while (!due.isEmpty() || !open.isEmpty()) {
            sendDue();
            submitArrived();
            if (engine.hasWork()) {
                step();
                continue;
            }
            nowNanos = onTheWay.isEmpty()
                    ? due.getFirst().atNanos()
                    : onTheWay.getFirst().arrivesNanos();
        }
        return List.copyOf(ended);
    }

    /** The virtual time at which the last play ended. */
    public long nowNanos() {
        return nowNanos;
    }

    private void sendDue() {
        while (!due.isEmpty() && due.getFirst().atNanos() <= nowNanos && open.size() < maxConcurrency) {
            RequestArrival arrival = due.removeFirst();
            long sentNanos = Math.max(arrival.atNanos(), freedNanos);
            open.put(
                    arrival.request().id(), new Answer(arrival.request().promptTokens(), sentNanos, new ArrayList<>()));
            onTheWay.addLast(new Sent(sentNanos + frontNanos, arrival));
        }
    }

    private void submitArrived() {
        while (!onTheWay.isEmpty() && onTheWay.getFirst().arrivesNanos() <= nowNanos) {
            engine.submit(onTheWay.removeFirst().arrival().request());
        }
    }

    private void step() {
        StepResult step = engine.step(nowNanos);
        nowNanos = step.endNanos();
        sendDue();
        step.progress().forEach(this::record);
    }

    private void record(RequestProgress progress) {
        Answer answer = open.get(progress.id());
        if (answer == null) {
            throw new IllegalStateException("the engine made progress on " + progress.id() + ", which was not sent");
        }
        answer.chunks().add(new ReceivedChunk(nowNanos, progress.newTokens()));
        if (progress.finished()) {
            open.remove(progress.id());
            freedNanos = nowNanos;
            ended.add(new RequestTrace(answer.promptTokens(), answer.sentNanos(), answer.chunks()));
        }
    }

    private record Sent(long arrivesNanos, RequestArrival arrival) {}

    private record Answer(int promptTokens, long sentNanos, List<ReceivedChunk> chunks) {}
}
