package io.tidemark.producer.run;

import io.tidemark.events.FinishReason;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.TokenSource;
import io.tidemark.producer.client.AnswerFacts;
import io.tidemark.producer.client.CallEnd;
import io.tidemark.producer.client.CallObserver;
import io.tidemark.producer.client.CallRequest;
import io.tidemark.producer.client.CallStamps;
import io.tidemark.producer.client.Failure;
import io.tidemark.producer.client.LoadClient;
import io.tidemark.producer.client.Usage;
import io.tidemark.producer.lanes.Share;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.publish.Clocks;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.testing.MemoryPublisher;
import java.time.Instant;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.Deque;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.PriorityQueue;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * One step whose dispatcher and loop take turns in an order that is drawn at random, against a target in memory. Time passes
 * only between them.
 */
final class InterleavedStep {
    private static final int TURNS_LIMIT = 500_000;
    private static final long MOST_PASSING_NANOS = 40_000;

    private final SplittableRandom random;
    private final Deque<Runnable> loop = new ArrayDeque<>();
    private final MemoryPublisher published = new MemoryPublisher();
    private final MemoryClient client = new MemoryClient();
    private final Lane lane;
    private final StepTally tally;
    private final StepLoad load;
    private final Dispatcher dispatcher;
    private long now;
    private int status = 200;
    private long latencyNanos;

    InterleavedStep(RunSpec spec, Share share, SplittableRandom random) {
        this(spec, share, random, Long.MAX_VALUE);
    }

    InterleavedStep(RunSpec spec, Share share, SplittableRandom random, long maxBodyBytes) {
        this.random = random;
        StepPlan plan = spec.plan().steps().get(0);
        Clocks clocks = new Clocks(() -> now, () -> Instant.EPOCH.plusNanos(now));
        this.lane =
                new Lane(spec, client, new Lane.Parts(clocks, new Direct(), RequestWatch.none(), share, maxBodyBytes));
        StepSeeds.Generators seeds = new StepSeeds(spec).next();
        LoadDriver driver = LoadDrivers.of(spec.plan(), plan, share, seeds.arrivals());
        RunPrompts prompts =
                RunPrompts.open(spec.plan(), spec.runId(), TargetAids.none().lengths());
        Dispatcher.Supply supply =
                Dispatcher.Supply.of(driver, new TurnMaker(spec, new SharedWorkload(prompts.step(0), share)));
        supply.makeReady();
        StepBounds bounds = new StepBounds(new StepShare(plan, OptionalLong.empty()), 0);
        this.load =
                new StepLoad(new StepLoad.Frame(spec, 0, driver, bounds), supply.turns(), lane, lane.inTurn(loop::add));
        this.tally = new StepTally(bounds, driver, spec.plan().limits().scheduleLagP99());
        lane.beginStep(load, tally);
        this.dispatcher = new Dispatcher(supply, load, lane.inTurn(loop::add), clocks.elapsed());
        dispatcher.wokenBy(() -> {});
    }

    /** How the target answers from here on. */
    void answering(int httpStatus, long afterNanos) {
        status = httpStatus;
        latencyNanos = afterNanos;
    }

    /** Gives whether the step came to its end by itself. */
    boolean runToEnd() {
        for (int turn = 0; turn < TURNS_LIMIT; turn++) {
            if (load.isOver(now)) {
                giveUp();
                return true;
            }
            turn();
        }
        return false;
    }

    void runFor(int turns) {
        for (int turn = 0; turn < turns && !load.isOver(now); turn++) {
            turn();
        }
    }

    private void turn() {
        now += random.nextLong(MOST_PASSING_NANOS);
        if (random.nextInt(3) == 0) {
            boolean unused = dispatcher.round();
            return;
        }
        client.answerDue();
        Runnable task = loop.poll();
        if (task != null) {
            task.run();
        }
    }

    /** As a run does when it is cancelled or the step's drain is over. */
    void giveUp() {
        loop.add(lane::giveUp);
        settle();
        dispatcher.last();
        settle();
        while (load.isStarving()) {
            dispatcher.makeOwedReady();
            settle();
        }
    }

    private void settle() {
        while (!loop.isEmpty()) {
            loop.remove().run();
        }
    }

    List<RequestEvent> requests() {
        return published.events(RequestEvent.class);
    }

    long due() {
        return tally.counts(StepCounts.Now.NONE).due();
    }

    List<FailureCause.Counted> failures() {
        return tally.failures();
    }

    TargetHealth health() {
        return lane.health();
    }

    /** Whether every conversation that was due has ended. */
    boolean isOver() {
        load.clockIsDone();
        return load.isOver(Long.MAX_VALUE);
    }

    /** Of the bodies that requests in flight hold. */
    long bodyBytes() {
        return client.inFlight.keySet().stream()
                .mapToLong(CallRequest::sizeBytes)
                .sum();
    }

    int sent() {
        return client.sent;
    }

    private final class Direct implements Outlet {
        @Override
        public void offer(int sizeBytes, Consumer<Publisher> handOver) {
            handOver.accept(published);
        }

        @Override
        public long overflow() {
            return 0;
        }

        @Override
        public void start() {}

        @Override
        public void finish() {}
    }

    private record Pending(long atNanos, CallRequest request) {}

    private final class MemoryClient implements LoadClient {
        private final Map<CallRequest, CallObserver> inFlight = new LinkedHashMap<>();
        private final PriorityQueue<Pending> answers = new PriorityQueue<>(Comparator.comparingLong(Pending::atNanos));
        private int sent;

        @Override
        public long send(CallRequest request, CallObserver observer) {
            sent++;
            inFlight.put(request, observer);
            answers.add(new Pending(now + latencyNanos, request));
            return now;
        }

        void answerDue() {
            while (!answers.isEmpty() && answers.peek().atNanos() <= now) {
                Outcome outcome = status == 200 ? Outcome.OK : Outcome.HTTP_ERROR;
                end(answers.remove().request(), outcome);
            }
        }

        private void end(CallRequest request, Outcome outcome) {
            CallObserver observer = inFlight.remove(request);
            if (observer != null) {
                observer.ended(callEnd(outcome));
            }
        }

        private CallEnd callEnd(Outcome outcome) {
            OptionalLong at = OptionalLong.of(now);
            OptionalLong none = OptionalLong.empty();
            return new CallEnd(
                    outcome,
                    Failure.NONE,
                    now,
                    new CallStamps(now, none, none, none, none, at, at),
                    new AnswerFacts(
                            OptionalInt.of(status),
                            Map.of(),
                            FinishReason.STOP,
                            false,
                            Usage.UNKNOWN,
                            OptionalInt.empty(),
                            TokenSource.UNKNOWN,
                            0,
                            0,
                            Optional.empty(),
                            Optional.empty()),
                    new CallEnd.WireFacts(1, 0, true, Optional.empty(), Optional.empty()));
        }

        @Override
        public int inFlight() {
            return inFlight.size();
        }

        @Override
        public void openAhead(int requests) {}

        @Override
        public int opening() {
            return 0;
        }

        @Override
        public void inTurn(Runnable send) {
            loop.add(send);
        }

        @Override
        public int waitingForTheirTurn() {
            return 0;
        }

        @Override
        public void catchUp() {}

        @Override
        public void cancelAll() {
            new ArrayList<>(inFlight.keySet()).forEach(request -> end(request, Outcome.CANCELLED));
        }

        @Override
        public void close() {}
    }
}
