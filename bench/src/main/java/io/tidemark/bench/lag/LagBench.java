package io.tidemark.bench.lag;

import io.tidemark.bench.Spread;
import io.tidemark.bench.Stack;
import io.tidemark.bench.Table;
import io.tidemark.bench.Waiting;
import io.tidemark.bench.Workbench;
import io.tidemark.bench.load.LaneScript;
import io.tidemark.bench.load.RunShape;
import io.tidemark.bench.load.SyntheticRun;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Ulid;
import io.tidemark.streams.StreamsHost;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** How long after a request's end a window that holds it can be read, beside how long a bare consumer waits for the request. */
public final class LagBench {
    private static final Team TEAM = new Team("lag");
    private static final Duration FINAL_WITHIN = Duration.ofSeconds(30);

    private final Workbench bench;
    private final LagSize size;

    /** Requests that ended in the measured time, and how many of them were found in a window, and in a FINAL one. */
    public record Counts(int requests, int inAny, int inFinal) {}

    private record Observed(List<RequestTap.Ended> requests, List<WindowTap.Seen> windows, long measuredFromNanos) {}

    public LagBench(Workbench bench, LagSize size) {
        this.bench = bench;
        this.size = size;
    }

    /** Publishes in real time, prints the table, returns the counts. */
    public Counts run() throws InterruptedException, ExecutionException {
        try (Stack stack = Stack.start(bench)) {
            stack.create(TEAM);
            try (StreamsHost host = stack.streams(TEAM)) {
                bench.say(String.format(
                        Locale.ROOT,
                        "lag: %.0f requests/s for %d s after %d s of warm-up; %s",
                        size.requestsPerSecond(),
                        size.measuredSeconds(),
                        size.warmUpSeconds(),
                        host.status()));
                return print(observe(stack));
            }
        }
    }

    private Observed observe(Stack stack) throws InterruptedException, ExecutionException {
        AtomicBoolean stop = new AtomicBoolean();
        WindowTap windows = new WindowTap(stack, TEAM, bench.wall(), stop::get);
        RequestTap requests = new RequestTap(stack, TEAM, bench.wall(), stop::get);
        ExecutorService taps = Executors.newFixedThreadPool(2);
        try {
            Future<List<WindowTap.Seen>> windowsSeen = taps.submit(windows);
            Future<List<RequestTap.Ended>> requestsSeen = taps.submit(requests);
            Instant measuredFrom = bench.wall().instant().plusSeconds(size.warmUpSeconds());
            long lastSecond = publish(stack).getEpochSecond() + 1;
            new Waiting(bench.nanos(), Duration.ofMillis(50), FINAL_WITHIN)
                    .until(() -> windows.hasFinal(lastSecond), () -> "no FINAL window ends at or after " + lastSecond);
            stop.set(true);
            return new Observed(requestsSeen.get(), windowsSeen.get(), RequestTap.epochNanos(measuredFrom));
        } finally {
            stop.set(true);
            taps.shutdown();
        }
    }

    /** Publishes each event when it happens; returns when the last request ended. */
    private Instant publish(Stack stack) {
        SplittableRandom random = new SplittableRandom(7);
        Instant start = bench.wall().instant();
        long startNanos = bench.nanos().nanos();
        RunShape shape = new RunShape(
                Ulid.next(bench.wall(), random),
                start,
                1,
                1,
                size.requests(),
                size.requestsPerSecond(),
                RunShape.Answers.CHAT);
        SyntheticRun run = new SyntheticRun(shape, random);
        try (KafkaPublisher publisher = stack.publisher(TEAM)) {
            run.publishStart(publisher);
            LaneScript lane = run.lanes().get(0);
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

    private Counts print(Observed observed) {
        Lags lags = new Lags(observed.requests, observed.windows);
        long[] bareNanos = observed.requests.stream()
                .filter(request -> request.endNanos() >= observed.measuredFromNanos)
                .mapToLong(request -> request.readNanos() - request.endNanos())
                .toArray();
        long[] anyNanos = lags.toAny(observed.measuredFromNanos);
        long[] finalNanos = lags.toFinal(observed.measuredFromNanos);
        Spread bare = Spread.of(bareNanos);
        Table table =
                new Table("ms from a request's end to", "requests", "p50", "p99", "max", "p50 ratio", "p99 ratio");
        row(table, "bare consumer has the request", bare, bare);
        row(table, "a 10 s window holds it", Spread.of(anyNanos), bare);
        row(table, "a FINAL 10 s window holds it", Spread.of(finalNanos), bare);
        bench.say("");
        bench.say(table.text());
        return new Counts(bareNanos.length, anyNanos.length, finalNanos.length);
    }

    private static void row(Table table, String name, Spread lag, Spread bare) {
        table.row(
                name,
                String.valueOf(lag.count()),
                lag.millis(0.5),
                lag.millis(0.99),
                lag.millis(1),
                lag.ratio(0.5, bare),
                lag.ratio(0.99, bare));
    }
}
