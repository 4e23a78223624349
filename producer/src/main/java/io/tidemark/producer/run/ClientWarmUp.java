package io.tidemark.producer.run;

import io.netty.channel.EventLoop;
import io.tidemark.producer.arrivals.Arrivals;
import io.tidemark.producer.arrivals.ConstantArrivals;
import io.tidemark.producer.client.ClientOptions;
import io.tidemark.producer.client.TargetEndpoint;
import io.tidemark.producer.client.http.FixedResponseServer;
import io.tidemark.producer.client.http.StreamingClient;
import io.tidemark.producer.conversation.PreparedTurnFactory;
import io.tidemark.producer.lane.ConversationScheduler;
import io.tidemark.producer.lane.HeartbeatCounts;
import io.tidemark.producer.lane.Lane;
import io.tidemark.producer.lane.RequestDispatcher;
import io.tidemark.producer.plan.ConnectionPlan;
import io.tidemark.producer.plan.ConnectionPlan.Http;
import io.tidemark.producer.plan.ConnectionPlan.KeepAlive;
import io.tidemark.producer.plan.ConnectionPlan.Tls;
import io.tidemark.producer.plan.StepPlan;
import io.tidemark.producer.plan.Timeouts;
import io.tidemark.producer.plan.load.ArrivalPlan;
import io.tidemark.producer.plan.load.LoadModel;
import io.tidemark.producer.plan.workload.LengthRange;
import io.tidemark.producer.plan.workload.WorkloadPlan;
import io.tidemark.producer.publish.EncodingPublisher;
import io.tidemark.producer.record.RequestObserver;
import io.tidemark.producer.runtime.DroppingEventQueue;
import io.tidemark.producer.runtime.PollTaskHandle;
import io.tidemark.producer.runtime.PollTaskThread;
import io.tidemark.producer.runtime.RunSpec;
import io.tidemark.producer.schedule.LoadDriver;
import io.tidemark.producer.schedule.OpenLoop;
import io.tidemark.producer.schedule.StepBounds;
import io.tidemark.producer.tally.RunProgress;
import io.tidemark.producer.tally.StepTally;
import io.tidemark.producer.workers.WorkerShare;
import io.tidemark.producer.workload.Workload;
import io.tidemark.schemas.time.Clocks;
import java.time.Duration;
import java.util.Optional;
import java.util.OptionalInt;
import java.util.OptionalLong;
import java.util.SplittableRandom;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.Executor;
import java.util.concurrent.locks.LockSupport;
import org.slf4j.Logger;
import org.slf4j.LoggerFactory;

/**
 * Takes a run's own path, from schedule to encoded event, before the first step, so that the first requests do not pay for
 * the loading of its classes and for interpreted code: on two cores they left a second late. The requests go to a listener of
 * our own and the events nowhere; the target sees nothing. Goes on until a round has been sent on time, 2.5 s at most.
 */
final class ClientWarmUp {
    private static final Logger LOG = LoggerFactory.getLogger(ClientWarmUp.class);
    private static final Duration AT_MOST = Duration.ofMillis(2_500);
    private static final long ON_TIME_NANOS = 2_000_000;
    private static final int MIN_ROUNDS = 25;
    /** So many that the report of a run's second is no longer interpreted. */
    private static final int REPORTS_PER_ROUND = 20;

    private static final StepProgressReporter.StepOfRun ONLY_STEP = new StepProgressReporter.StepOfRun(0, 1);
    private static final int REQUESTS_PER_SECOND = 500;
    private static final int ROUND_REQUESTS = 20;
    private static final long LEAD_NANOS = 2_000_000;
    private static final long LOOK_EVERY_NANOS = 500_000;
    private static final int QUEUE_CAPACITY = 10_000;
    private static final int PROMPT_TOKENS = 64;
    /** So few on a connection that connecting is practised as much as taking one that was kept. */
    private static final KeepAlive KEEP_ALIVE = KeepAlive.of(true, AT_MOST, 2);

    private static final StepPlan STEP = new StepPlan(
            LoadModel.Open.of(new ArrivalPlan.Constant(REQUESTS_PER_SECOND)),
            new StepPlan.Counting(ROUND_REQUESTS),
            Duration.ZERO,
            Duration.ZERO);

    private final RunSpec spec;
    private final Clocks clocks;
    private final RunListener listener;

    ClientWarmUp(RunSpec spec, Clocks clocks, RunListener listener) {
        this.spec = spec;
        this.clocks = clocks;
        this.listener = listener;
    }

    /** Returns the number of requests sent. */
    int execute() throws InterruptedException {
        long startedNanos = clocks.elapsed().nanos();
        DroppingEventQueue queue = new DroppingEventQueue(QUEUE_CAPACITY, new EncodingPublisher(), clocks.elapsed());
        queue.start();
        ClientOptions options = ClientOptions.of(new Timeouts(AT_MOST, AT_MOST, AT_MOST, AT_MOST))
                .with(new ConnectionPlan(Tls.DEFAULT, Optional.empty(), Http.ONE, KEEP_ALIVE));
        try (FixedResponseServer server = new FixedResponseServer(spec.plan().api());
                StreamingClient client =
                        new StreamingClient(TargetEndpoint.of(server.url()), options, clocks.elapsed())) {
            return rounds(lane(client, queue), client.loop(), startedNanos);
        } finally {
            queue.finish();
        }
    }

    private Lane lane(StreamingClient client, DroppingEventQueue queue) {
        return new Lane(spec, client, new Lane.Parts(clocks, queue, RequestObserver.none(), WorkerShare.WHOLE));
    }

    private int rounds(Lane lane, EventLoop loop, long startedNanos) throws InterruptedException {
        long untilNanos = startedNanos + AT_MOST.toNanos();
        Workload workload = workload();
        int round = 0;
        long lagNanos = Long.MAX_VALUE;
        while (clocks.elapsed().nanos() < untilNanos && (round < MIN_ROUNDS || lagNanos > ON_TIME_NANOS)) {
            lagNanos = round(lane, loop, new Round(round, untilNanos, workload));
            round++;
        }
        LOG.debug(
                "the client was warmed up with {} requests in {} ms, lag p99 {} us at last",
                round * ROUND_REQUESTS,
                (clocks.elapsed().nanos() - startedNanos) / 1_000_000,
                lagNanos / 1_000);
        return round * ROUND_REQUESTS;
    }

    /** A round ends early at {@code untilNanos}. */
    private record Round(int number, long untilNanos, Workload workload) {}

    /** Sends so many requests and waits for their answers; gives the schedule lag. */
    private long round(Lane lane, EventLoop loop, Round round) throws InterruptedException {
        LoadDriver driver = new OpenLoop(arrivals(), OptionalInt.empty());
        RequestDispatcher.TurnSupply supply =
                RequestDispatcher.TurnSupply.of(driver, new PreparedTurnFactory(spec, round.workload()));
        supply.prepare();
        StepBounds bounds = new StepBounds(STEP, clocks.elapsed().nanos() + LEAD_NANOS);
        StepTally tally = new StepTally(bounds, driver, AT_MOST);
        Executor turns = lane.sendExecutor(loop);
        ConversationScheduler load = new ConversationScheduler(
                new ConversationScheduler.StepContext(spec, 0, driver, bounds), supply.turns(), lane, turns);
        ask(loop, () -> {
            lane.beginStep(load, tally);
            return tally;
        });
        RequestDispatcher dispatcher = new RequestDispatcher(supply, load, turns, clocks.elapsed());
        PollTaskHandle rounding = PollTaskThread.start(dispatcher);
        while (!load.isOver(clocks.elapsed().nanos()) && clocks.elapsed().nanos() < round.untilNanos()) {
            LockSupport.parkNanos(LOOK_EVERY_NANOS);
        }
        rounding.stop();
        RunProgress progress = ask(loop, () -> {
            lane.flushDue();
            lane.publishHeartbeat(HeartbeatCounts.Closing.MORE_FOLLOW);
            RunProgress latest = StepProgressReporter.progress(tally, lane, ONLY_STEP, 0);
            for (int report = 1; report < REPORTS_PER_ROUND; report++) {
                latest = StepProgressReporter.progress(tally, lane, ONLY_STEP, report);
            }
            return latest;
        });
        listener.warmUp(progress);
        return progress.latencies().scheduleLagP99Nanos().orElse(Long.MAX_VALUE);
    }

    private static Arrivals arrivals() {
        Arrivals endless = new ConstantArrivals(REQUESTS_PER_SECOND);
        int[] drawn = {0};
        return () -> drawn[0]++ < ROUND_REQUESTS ? endless.nextNanos() : OptionalLong.empty();
    }

    private Workload workload() {
        SplittableRandom random = new SplittableRandom(spec.plan().seed());
        WorkloadPlan.Synthetic made = new WorkloadPlan.Synthetic(
                "warm-up", true, LengthRange.of(PROMPT_TOKENS), LengthRange.of(FixedResponseServer.TOKENS));
        return Workload.open(made, random.split(), random.split());
    }

    private static <T> T ask(EventLoop loop, Callable<T> question) throws InterruptedException {
        try {
            return loop.submit(question).get();
        } catch (ExecutionException e) {
            throw new IllegalStateException("the client's warm-up failed", e.getCause());
        }
    }
}
