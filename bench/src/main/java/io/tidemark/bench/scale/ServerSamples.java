package io.tidemark.bench.scale;

import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.load.RunShape;
import io.tidemark.bench.load.SyntheticRun;
import io.tidemark.events.ControlEvent;
import io.tidemark.events.RunState;
import io.tidemark.events.RunStatus;
import io.tidemark.events.ServerRole;
import io.tidemark.events.ServerSample;
import io.tidemark.producer.publish.KafkaPublisher;
import io.tidemark.schemas.Signal;
import io.tidemark.schemas.Ulid;
import java.time.Instant;
import java.util.EnumMap;
import java.util.Map;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.stream.IntStream;

/** Pages with every signal, drawn, of the targets of one run, one a second of each; counters grow. Not thread-safe. */
final class ServerSamples {
    private static final int SEED = 5;

    private final BenchmarkContext bench;
    private final int targets;
    private final SplittableRandom random = new SplittableRandom(SEED);
    private final Map<Signal, Double> counters = new EnumMap<>(Signal.class);

    ServerSamples(BenchmarkContext bench, int targets) {
        this.bench = bench;
        this.targets = targets;
    }

    /** Takes the publisher and closes it. */
    void publish(KafkaPublisher taken, Instant start, int perTarget) {
        try (KafkaPublisher publisher = taken) {
            publisher.publish(
                    ControlEvent.newBuilder().setAt(start).setState(run(start)).build());
            for (int second = 0; second < perTarget; second++) {
                for (int target = 0; target < targets; target++) {
                    publisher.publish(page(target, start.plusSeconds(second)));
                }
            }
        }
    }

    private RunState run(Instant start) {
        return RunState.newBuilder()
                .setRun(Ulid.next(bench.wall(), random))
                .setExperiment("bench")
                .setPhase("bench")
                .setTargets(IntStream.range(0, targets)
                        .mapToObj(SyntheticRun::target)
                        .toList())
                .setStatus(RunStatus.RUNNING)
                .setStarted(start)
                .build();
    }

    private ServerSample page(int target, Instant at) {
        Map<String, Double> values = new TreeMap<>();
        for (Signal signal : Signal.values()) {
            double drawn = random.nextInt(1_000_000) / 8.0;
            values.put(
                    signal.id(),
                    signal.kind() == Signal.Kind.COUNTER ? counters.merge(signal, drawn, Double::sum) : drawn);
        }
        return ServerSample.newBuilder()
                .setTarget(RunShape.target(target))
                .setInstance("127.0.0.1:8000")
                .setRole(ServerRole.ENGINE)
                .setModel("synthetic")
                .setScrapeStart(at)
                .setScrapeEnd(at)
                .setUp(true)
                .setValues(values)
                .build();
    }
}
