package io.tidemark.bench.lag;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.load.LaneEventSource;
import io.tidemark.bench.load.RunShape;
import io.tidemark.bench.load.SyntheticRun;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Ulid;
import java.time.Duration;
import java.time.Instant;
import java.util.SplittableRandom;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.locks.LockSupport;

/** The noisy team: publishes a run in real time, or all of a day at once. */
final class NoisyNeighbour {
    private static final long PAUSE_NANOS = Duration.ofMillis(1).toNanos();
    private static final Duration MAX_BEHIND = Duration.ofSeconds(2);
    private static final int SEED = 11;

    private final BenchmarkContext bench;
    private final BenchmarkCluster stack;
    private final Team team;

    NoisyNeighbour(BenchmarkContext bench, BenchmarkCluster stack, Team team) {
        this.bench = bench;
        this.stack = stack;
        this.team = team;
    }

    /** Publishes what is past already, as fast as it is taken; returns the number of requests. */
    long history(Duration length, double perSecond) {
        int requests = (int) Math.round(perSecond * length.toSeconds());
        SyntheticRun run = run(bench.wall().instant().minus(length), requests, perSecond);
        try (KafkaPublisher publisher = stack.publisher(team)) {
            run.publishStart(publisher);
            LaneEventSource lane = run.lanes().get(0);
            while (lane.hasNext()) {
                lane.publishNext(publisher);
            }
            run.publishEnd(publisher);
        }
        return requests;
    }

    /**
     * Publishes in real time until told to stop.
     *
     * @throws IllegalStateException if it could not keep its rate, or Kafka did not take all
     */
    void flood(double perSecond, AtomicBoolean stop) {
        long startNanos = bench.nanos().nanos();
        SyntheticRun run = run(bench.wall().instant(), Integer.MAX_VALUE, perSecond);
        try (KafkaPublisher publisher = stack.publisher(team)) {
            run.publishStart(publisher);
            LaneEventSource lane = run.lanes().get(0);
            while (!stop.get()) {
                while (startNanos + lane.nextNanos() < bench.nanos().nanos() && !stop.get()) {
                    lane.publishNext(publisher);
                }
                LockSupport.parkNanos(PAUSE_NANOS);
            }
            require(bench.nanos().nanos() - startNanos - lane.nextNanos(), publisher);
        }
    }

    private static void require(long behindNanos, KafkaPublisher publisher) {
        publisher.flush();
        if (behindNanos > MAX_BEHIND.toNanos() || publisher.lost() > 0) {
            throw new IllegalStateException("the noisy team must keep its rate but was " + behindNanos / 1_000_000
                    + " ms behind and lost " + publisher.lost() + " events");
        }
    }

    private SyntheticRun run(Instant start, int requests, double perSecond) {
        SplittableRandom random = new SplittableRandom(SEED);
        String id = Ulid.next(bench.wall(), random);
        return new SyntheticRun(new RunShape(id, start, 1, 1, requests, perSecond, RunShape.Answers.CHAT), random);
    }
}
