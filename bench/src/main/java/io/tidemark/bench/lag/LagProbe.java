package io.tidemark.bench.lag;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ConditionWait;
import io.tidemark.bench.load.LaneEventSource;
import io.tidemark.bench.load.RunShape;
import io.tidemark.bench.load.SyntheticRun;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Ulid;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** Publishes a run of a team in real time and notes when its requests and the windows that hold them could be read. */
final class LagProbe {
    private static final Duration FINAL_WITHIN = Duration.ofMinutes(2);

    private final BenchmarkContext bench;
    private final BenchmarkCluster stack;
    private final Team team;
    private final SplittableRandom random = new SplittableRandom(7);
    private final RequestConsumer.Source of;
    private final LagBench.Size size;

    /** What came, and from when on it counts. */
    record Observed(
            List<RequestConsumer.EndedRequest> requests,
            List<WindowConsumer.ReadWindow> windows,
            long measuredFromNanos) {
        WindowLags lags() {
            return new WindowLags(requests, windows);
        }

        /** From the end of each measured request until a bare consumer had it. */
        long[] bareNanos() {
            return requests.stream()
                    .filter(request -> request.endNanos() >= measuredFromNanos)
                    .mapToLong(request -> request.readNanos() - request.endNanos())
                    .toArray();
        }
    }

    LagProbe(BenchmarkContext bench, BenchmarkCluster stack, Team team, LagBench.Size size) {
        this.bench = bench;
        this.stack = stack;
        this.team = team;
        this.size = size;
        this.of = new RequestConsumer.Source(team, Ulid.next(bench.wall(), random));
    }

    Observed observe() throws InterruptedException, ExecutionException {
        AtomicBoolean stop = new AtomicBoolean();
        WindowConsumer windows = new WindowConsumer(stack, of, bench.wall(), stop::get);
        RequestConsumer requests = new RequestConsumer(stack, of, bench.wall(), stop::get);
        ExecutorService taps = Executors.newFixedThreadPool(2);
        try {
            Future<List<WindowConsumer.ReadWindow>> windowsSeen = taps.submit(windows);
            Future<List<RequestConsumer.EndedRequest>> requestsSeen = taps.submit(requests);
            Instant measuredFrom = bench.wall().instant().plusSeconds(size.warmUpSeconds());
            long lastSecond = publish().getEpochSecond() + 1;
            new ConditionWait(bench.nanos(), Duration.ofMillis(50), FINAL_WITHIN)
                    .until(() -> windows.hasFinal(lastSecond), () -> "no FINAL window ends at or after " + lastSecond);
            stop.set(true);
            return new Observed(requestsSeen.get(), windowsSeen.get(), RequestConsumer.epochNanos(measuredFrom));
        } finally {
            stop.set(true);
            taps.shutdown();
        }
    }

    /** Publishes each event when it happens; returns when the last request ended. */
    private Instant publish() {
        Instant start = bench.wall().instant();
        long startNanos = bench.nanos().nanos();
        RunShape shape =
                new RunShape(of.run(), start, 1, 1, size.requests(), size.requestsPerSecond(), RunShape.Answers.CHAT);
        SyntheticRun run = new SyntheticRun(shape, random);
        try (KafkaPublisher publisher = stack.publisher(team)) {
            run.publishStart(publisher);
            LaneEventSource lane = run.lanes().get(0);
            while (lane.hasNext()) {
                waitUntil(startNanos + lane.nextNanos());
                lane.publishNext(publisher);
            }
            run.publishEnd(publisher);
        }
        return run.lastEnd();
    }

    private void waitUntil(long nanos) {
        for (long left = nanos - bench.nanos().nanos();
                left > 0;
                left = nanos - bench.nanos().nanos()) {
            LockSupport.parkNanos(left);
        }
    }
}
