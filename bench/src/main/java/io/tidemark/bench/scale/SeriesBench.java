package io.tidemark.bench.scale;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.ConditionWait;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.bench.load.RunShape;
import io.tidemark.bench.load.SyntheticRun;
import io.tidemark.events.Finality;
import io.tidemark.events.RequestEvent;
import io.tidemark.events.StepResult;
import io.tidemark.events.TokenBatch;
import io.tidemark.producer.publish.ForwardingPublisher;
import io.tidemark.producer.publish.Publisher;
import io.tidemark.schemas.Metric;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import io.tidemark.schemas.Ulid;
import io.tidemark.schemas.deadletter.RecordPosition;
import io.tidemark.schemas.serde.EventDecoder;
import io.tidemark.streams.host.HostMeterRegistry;
import io.tidemark.streams.host.StreamsHost;
import io.tidemark.streams.host.StreamsOptions;
import io.tidemark.streams.meter.StreamsMeter;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.SplittableRandom;
import java.util.concurrent.ExecutionException;
import org.apache.kafka.clients.consumer.KafkaConsumer;

/** Values per second on one stream thread, from when it runs until the step's FINAL result and all windows before it are sent. */
public record SeriesBench(BenchmarkContext bench, Size size) {
    private static final Duration LIMIT = Duration.ofMinutes(5);
    private static final Duration POLL = Duration.ofMillis(50);

    /** What a row counted: values of all metrics in windows, and live series, each metric one. */
    public record Row(int classes, long series, long requests, long values, long windows) {}

    private record Measured(Row row, double seconds, long heapBytes) {}

    /** Runs whose requests are of many classes; the first is a warm-up and not shown. */
    public record Size(Shape warmUp, List<Shape> shapes) {
        /** 834 classes have 5,004 series, one for each metric; 200 for 400 s have as many seconds as are kept of any. */
        public static final Size STANDARD = new Size(
                new Shape(3, 10, 2_000),
                List.of(
                        new Shape(3, 30, 2_000),
                        new Shape(834, 30, 2_000),
                        new Shape(4_000, 30, 2_000),
                        new Shape(200, 400, 200)));

        public Size {
            shapes = List.copyOf(shapes);
        }

        /**
         * One run.
         *
         * @param seconds of event time
         * @param requestsPerSecond of event time, all classes together; 64 tokens each
         */
        public record Shape(int classes, int seconds, int requestsPerSecond) {}
    }

    /** Gives each request one of so many classes, by its number. */
    private static final class ClassAssigningPublisher extends ForwardingPublisher {
        private final int classes;

        ClassAssigningPublisher(Publisher to, int classes) {
            super(to);
            this.classes = classes;
        }

        @Override
        public void publish(TokenBatch batch) {
            super.publish(TokenBatch.newBuilder(batch)
                    .setRequestClass(requestClass(batch.getRequest()))
                    .build());
        }

        @Override
        public void publish(RequestEvent event) {
            super.publish(RequestEvent.newBuilder(event)
                    .setRequestClass(requestClass(event.getRequest()))
                    .build());
        }

        private String requestClass(String request) {
            return "class-" + Long.parseLong(request.substring(request.lastIndexOf('-') + 1)) % classes;
        }
    }

    /** Prints the table, returns its counts. */
    public List<Row> run() throws InterruptedException, ExecutionException {
        List<Measured> rows = new ArrayList<>();
        try (BenchmarkCluster stack = BenchmarkCluster.start(bench)) {
            bench.print("series: warming up");
            var unused = measure(stack, new Team("warm-up"), size.warmUp());
            for (Size.Shape of : size.shapes()) {
                bench.print("series: " + of);
                rows.add(measure(stack, new Team("series-" + of.classes()), of));
            }
        }
        print(rows);
        return rows.stream().map(Measured::row).toList();
    }

    private Measured measure(BenchmarkCluster stack, Team team, Size.Shape of)
            throws InterruptedException, ExecutionException {
        stack.create(team);
        RunShape shape = publish(stack, team, of);
        long heapBefore = BenchmarkCluster.heapBytes(1);
        SimpleMeterRegistry meters = new SimpleMeterRegistry();
        StreamsOptions options = stack.hostOptions(team);
        try (StreamsHost host = StreamsHost.start(
                        options.withTuning(options.tuning().withMostSeries(2 * of.classes() + 10)),
                        bench.wall(),
                        new HostMeterRegistry(meters, false));
                KafkaConsumer<byte[], byte[]> steps = stack.consumer(team, Topic.STEPS)) {
            ConditionWait waiting = new ConditionWait(bench.nanos(), Duration.ofMillis(2), LIMIT);
            long began = stack.awaitRunning(host, team);
            EventDecoder<StepResult> decoder = stack.registry().decoder(StepResult.class);
            long ended = waiting.until(
                    () -> hasFinal(steps, decoder, shape.requests()), () -> "no FINAL result: " + host.status());
            long heap = BenchmarkCluster.heapBytes(1) - heapBefore;
            long kept = (long) meters.get(StreamsMeter.SERIES.id()).gauge().value();
            long series = kept * Metric.values().length;
            Row row = new Row(of.classes(), series, shape.requests(), values(shape), windows(meters));
            return new Measured(row, (ended - began) / 1e9, heap);
        }
    }

    private RunShape publish(BenchmarkCluster stack, Team team, Size.Shape of) {
        SplittableRandom random = new SplittableRandom(7);
        RunShape shape = new RunShape(
                Ulid.next(bench.wall(), random),
                bench.wall().instant().minusSeconds(of.seconds() + 60L),
                1,
                1,
                of.requestsPerSecond() * of.seconds(),
                of.requestsPerSecond(),
                RunShape.Answers.CHAT);
        SyntheticRun run = new SyntheticRun(shape, random);
        try (Publisher publisher = new ClassAssigningPublisher(stack.publisher(team), of.classes())) {
            SyntheticRun.publishAll(List.of(run), publisher);
        }
        return shape;
    }

    /** Of each request a TTFT, a TTFT since due, a TPOT, an E2E and a queue time; of each further token a gap. */
    private static long values(RunShape shape) {
        return shape.requests() * 5 + shape.tokens() - shape.requests();
    }

    private static boolean hasFinal(
            KafkaConsumer<byte[], byte[]> steps, EventDecoder<StepResult> decoder, long requests) {
        boolean[] found = {false};
        steps.poll(POLL).forEach(record -> {
            StepResult result = decoder.decode(RecordPosition.of(record), record.value());
            found[0] |= result.getFinality() == Finality.FINAL && result.getDue() == requests;
        });
        return found[0];
    }

    private static long windows(SimpleMeterRegistry meters) {
        return meters.get(StreamsMeter.WINDOWS.id()).counters().stream()
                .mapToLong(counter -> (long) counter.count())
                .sum();
    }

    private void print(List<Measured> rows) {
        ResultTable table = new ResultTable(
                "classes", "series", "values", "values/s", "window records", "windows/s", "KiB per series", "seconds");
        for (Measured measured : rows) {
            Row row = measured.row;
            table.row(
                    String.format(Locale.ROOT, "%,d", row.classes),
                    String.format(Locale.ROOT, "%,d", row.series),
                    String.format(Locale.ROOT, "%,d", row.values),
                    String.format(Locale.ROOT, "%,.0f", row.values / measured.seconds),
                    String.format(Locale.ROOT, "%,d", row.windows),
                    String.format(Locale.ROOT, "%,.0f", row.windows / measured.seconds),
                    String.format(Locale.ROOT, "%.1f", measured.heapBytes / 1024.0 / row.series),
                    String.format(Locale.ROOT, "%.1f", measured.seconds));
        }
        bench.print("");
        bench.table("series", table);
    }
}
