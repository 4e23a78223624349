package io.tidemark.producer.run;

import io.tidemark.events.FinishReason;
import io.tidemark.events.Outcome;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.TokenSource;
import io.tidemark.producer.client.CallObserver;
import io.tidemark.producer.client.CallResult;
import io.tidemark.producer.client.CallStamps;
import io.tidemark.producer.client.LoadClient;
import io.tidemark.producer.conversation.LaneWorkload;
import io.tidemark.producer.conversation.PreparedTurnFactory;
import io.tidemark.producer.conversation.RunPrompts;
import io.tidemark.producer.conversation.StepSeeds;
import io.tidemark.producer.lane.ConversationScheduler;
import io.tidemark.producer.lane.Lane;
import io.tidemark.producer.lane.RequestDispatcher;
import io.tidemark.producer.openai.CompletionRequest;
import io.tidemark.producer.openai.RequestFailure;
import io.tidemark.producer.openai.ResponseSummary;
import io.tidemark.producer.openai.TokenUsage;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.producer.record.RequestObserver;
import io.tidemark.producer.runtime.EventQueue;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.schedule.LoadDriver;
import io.tidemark.producer.schedule.LoadDrivers;
import io.tidemark.producer.schedule.StepBounds;
import io.tidemark.producer.schedule.StepShare;
import io.tidemark.producer.tally.FailureCause;
import io.tidemark.producer.tally.StepCounts;
import io.tidemark.producer.tally.StepTally;
import io.tidemark.producer.tally.TargetHealth;
import io.tidemark.producer.testing.MemoryPublisher;
import io.tidemark.producer.workers.WorkerShare;
import io.tidemark.schemas.time.Clocks;
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
import java.util.Set;
import java.util.SplittableRandom;
import java.util.function.Consumer;

/**
 * One step whose dispatcher and loop take turns in an order that is drawn at random, against a target in memory. Time passes
 * only between them.
 */
public final class InterleavedStep {
    private static final int TURNS_LIMIT = 500_000;
    private static final long MAX_PASSING_NANOS = 40_000;

    private final SplittableRandom random;
    private final Deque<Runnable> loop = new ArrayDeque<>();
    private final MemoryPublisher published = new MemoryPublisher();
    private final MemoryClient client = new MemoryClient();
    private final Lane lane;
    private final StepTally tally;
    private final ConversationScheduler load;
    private final RequestDispatcher dispatcher;
    private long now;
    private int status = 200;
    private long latencyNanos;

    public InterleavedStep(RunSpec spec, WorkerShare share, SplittableRandom random) {
        this(spec, share, random, Long.MAX_VALUE);
    }

    public InterleavedStep(RunSpec spec, WorkerShare share, SplittableRandom random, long maxBodyBytes) {
        this.random = random;
        StepPlan plan = spec.plan().steps().get(0);
        Clocks clocks = new Clocks(() -> now, () -> Instant.EPOCH.plusNanos(now));
        this.lane = new Lane(
                spec, client, new Lane.Parts(clocks, new Direct(), RequestObserver.none(), share, maxBodyBytes));
        StepSeeds.Generators seeds = new StepSeeds(spec).next();
        LoadDriver driver = LoadDrivers.of(spec.plan(), plan, share, seeds.arrivals());
        RunPrompts prompts =
                RunPrompts.open(spec.plan(), spec.runId(), TargetServices.none().lengths());
        RequestDispatcher.TurnSupply supply = RequestDispatcher.TurnSupply.of(
                driver, new PreparedTurnFactory(spec, new LaneWorkload(prompts.step(0), share)));
        supply.prepare();
        StepBounds bounds = new StepBounds(new StepShare(plan, OptionalLong.empty()), 0);
        this.load = new ConversationScheduler(
                new ConversationScheduler.StepContext(spec, 0, driver, bounds),
                supply.turns(),
                lane,
                lane.sendExecutor(loop::add));
        this.tally = new StepTally(bounds, driver, spec.plan().limits().scheduleLagP99());
        lane.beginStep(load, tally);
        this.dispatcher = new RequestDispatcher(supply, load, lane.sendExecutor(loop::add), clocks.elapsed());
        dispatcher.setWaker(() -> {});
    }

    /** How the target answers from here on. */
    public void answering(int httpStatus, long afterNanos) {
        status = httpStatus;
        latencyNanos = afterNanos;
    }

    /** Gives whether the step came to its end by itself. */
    public boolean runToEnd() {
        for (int turn = 0; turn < TURNS_LIMIT; turn++) {
            if (load.isOver(now)) {
                giveUp();
                return true;
            }
            turn();
        }
        return false;
    }

    public void runFor(int turns) {
        for (int turn = 0; turn < turns && !load.isOver(now); turn++) {
            turn();
        }
    }

    private void turn() {
        now += random.nextLong(MAX_PASSING_NANOS);
        if (random.nextInt(3) == 0) {
            boolean unused = dispatcher.poll();
            return;
        }
        client.answerDue();
        Runnable task = loop.poll();
        if (task != null) {
            task.run();
        }
    }

    /** As a run does when it is cancelled or the step's drain is over. */
    public void giveUp() {
        loop.add(lane::cancel);
        settle();
        dispatcher.finish();
        settle();
        while (load.isAwaitingTurns()) {
            dispatcher.prepareAwaitedTurns();
            settle();
        }
    }

    private void settle() {
        while (!loop.isEmpty()) {
            loop.remove().run();
        }
    }

    public List<RequestEvent> requests() {
        return published.events(RequestEvent.class);
    }

    public long due() {
        return tally.counts(StepCounts.Now.NONE).due();
    }

    public List<FailureCause.Counted> failures() {
        return tally.failures();
    }

    public TargetHealth health() {
        return lane.health();
    }

    /** Whether every conversation that was due has ended. */
    public boolean isOver() {
        load.scheduleExhausted();
        return load.isOver(Long.MAX_VALUE);
    }

    /** Of the bodies that requests in flight hold. */
    public long bodyBytes() {
        return client.inFlight.keySet().stream()
                .mapToLong(CompletionRequest::sizeBytes)
                .sum();
    }

    public int sent() {
        return client.sent;
    }

    private final class Direct implements EventQueue {
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

    private record Pending(long atNanos, CompletionRequest request) {}

    private final class MemoryClient implements LoadClient {
        private final Map<CompletionRequest, CallObserver> inFlight = new LinkedHashMap<>();
        private final PriorityQueue<Pending> answers = new PriorityQueue<>(Comparator.comparingLong(Pending::atNanos));
        private int sent;

        @Override
        public long send(int target, CompletionRequest request, CallObserver observer) {
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

        private void end(CompletionRequest request, Outcome outcome) {
            CallObserver observer = inFlight.remove(request);
            if (observer != null) {
                observer.ended(callEnd(outcome));
            }
        }

        private CallResult callEnd(Outcome outcome) {
            OptionalLong at = OptionalLong.of(now);
            OptionalLong none = OptionalLong.empty();
            return new CallResult(
                    outcome,
                    RequestFailure.NONE,
                    now,
                    new CallStamps(now, none, none, none, none, at, at),
                    new ResponseSummary(
                            OptionalInt.of(status),
                            Map.of(),
                            FinishReason.STOP,
                            false,
                            false,
                            TokenUsage.UNKNOWN,
                            OptionalInt.empty(),
                            TokenSource.UNKNOWN,
                            0,
                            OptionalInt.empty(),
                            OptionalInt.empty(),
                            Set.of(),
                            0,
                            Optional.empty(),
                            Optional.empty()),
                    new CallResult.ConnectionFacts(1, 0, true, Optional.empty(), Optional.empty()));
        }

        @Override
        public int inFlight() {
            return inFlight.size();
        }

        @Override
        public void openAhead(int target, int requests) {}

        @Override
        public int connectionsOpening() {
            return 0;
        }

        @Override
        public void submitSend(Runnable send) {
            loop.add(send);
        }

        @Override
        public int pendingSends() {
            return 0;
        }

        @Override
        public void processPendingReads() {}

        @Override
        public void cancelAll() {
            new ArrayList<>(inFlight.keySet()).forEach(request -> end(request, Outcome.CANCELLED));
        }

        @Override
        public void close() {}
    }
}
