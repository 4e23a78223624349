package io.tidemark.bench.publish;

import io.tidemark.bench.harness.BenchmarkCluster;
import io.tidemark.bench.harness.BenchmarkContext;
import io.tidemark.bench.harness.DurationSample;
import io.tidemark.bench.harness.ResultTable;
import io.tidemark.schemas.Team;
import io.tidemark.schemas.Topic;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.SplittableRandom;
import java.util.TreeMap;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.atomic.AtomicInteger;
import org.apache.kafka.clients.producer.KafkaProducer;
import org.apache.kafka.clients.producer.ProducerConfig;
import org.apache.kafka.clients.producer.ProducerRecord;

/**
 * What it costs that publishers have one request in flight on each connection instead of Kafka's five: records a second as fast as the
 * producer takes them, in turns, on one broker without a network between.
 */
public final class PublishBench {
    private static final Team TEAM = new Team("publish");
    private static final List<Integer> IN_FLIGHT = List.of(5, 1);

    /** As the encoded events of tokens: ids repeat, times do not. */
    private static final int RECORD_BYTES = 300;

    private static final int RANDOM_BYTES = 60;
    private static final int SEED = 5;

    private final BenchmarkContext bench;
    private final int records;
    private final int rounds;

    /** @param records of each round */
    public PublishBench(BenchmarkContext bench, int records, int rounds) {
        this.bench = bench;
        this.records = records;
        this.rounds = rounds;
    }

    /** Prints the table. @return records a second, median, by the number of requests in flight */
    public Map<Integer, Double> run() throws InterruptedException, ExecutionException {
        Map<Integer, long[]> nanos = new TreeMap<>();
        try (BenchmarkCluster stack = BenchmarkCluster.start(bench)) {
            stack.create(TEAM);
            bench.print(String.format(
                    Locale.ROOT,
                    "publish: %,d records of %d bytes, %d rounds in turns",
                    records,
                    RECORD_BYTES,
                    rounds));
            IN_FLIGHT.forEach(inFlight -> round(stack, inFlight));
            for (int round = 0; round < rounds; round++) {
                for (int inFlight : IN_FLIGHT) {
                    nanos.computeIfAbsent(inFlight, it -> new long[rounds])[round] = round(stack, inFlight);
                }
            }
        }
        return print(nanos);
    }

    private Map<Integer, Double> print(Map<Integer, long[]> nanos) {
        Map<Integer, Double> rates = new TreeMap<>();
        double usual = rate(DurationSample.of(Objects.requireNonNull(nanos.get(IN_FLIGHT.get(0)), "no round")));
        ResultTable table = new ResultTable("requests in flight", "records/s, median", "of 5 in flight", "ms", "max");
        nanos.forEach((inFlight, each) -> {
            DurationSample times = DurationSample.of(each);
            rates.put(inFlight, rate(times));
            table.row(
                    inFlight.toString(),
                    String.format(Locale.ROOT, "%,.0f", rate(times)),
                    String.format(Locale.ROOT, "%.3f", rate(times) / usual),
                    times.millis(0.5),
                    times.millis(1));
        });
        bench.table("publish", table);
        return rates;
    }

    /** Records a second, of the median round. */
    private double rate(DurationSample times) {
        return records * 1e9 / times.quantileNanos(0.5);
    }

    /** Nanoseconds until all records were acknowledged. */
    private long round(BenchmarkCluster stack, int inFlight) {
        SplittableRandom random = new SplittableRandom(SEED);
        byte[] value = new byte[RECORD_BYTES];
        byte[] varied = new byte[RANDOM_BYTES];
        AtomicInteger failures = new AtomicInteger();
        String topic = Topic.TOKENS.in(TEAM);
        try (KafkaProducer<byte[], byte[]> producer = producer(stack, inFlight)) {
            producer.partitionsFor(topic);
            long began = bench.nanos().nanos();
            for (int i = 0; i < records; i++) {
                random.nextBytes(varied);
                byte[] record = value.clone();
                System.arraycopy(varied, 0, record, 0, RANDOM_BYTES);
                var unused = producer.send(
                        new ProducerRecord<>(topic, i % BenchmarkCluster.PARTITIONS, null, record),
                        (metadata, failure) -> failures.accumulateAndGet(failure == null ? 0 : 1, Integer::sum));
            }
            producer.flush();
            long took = bench.nanos().nanos() - began;
            if (failures.get() > 0) {
                throw new IllegalStateException(failures + " of " + records + " records were not published");
            }
            return took;
        }
    }

    /** As publishers have it but for the requests in flight. */
    private static KafkaProducer<byte[], byte[]> producer(BenchmarkCluster stack, int inFlight) {
        return stack.producer(Map.of(
                ProducerConfig.MAX_IN_FLIGHT_REQUESTS_PER_CONNECTION,
                inFlight,
                ProducerConfig.BUFFER_MEMORY_CONFIG,
                64L << 20));
    }
}
